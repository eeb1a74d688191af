/**
 * What the simulator flags, by category of `omni-moderation-latest`. Few and simple: enough to test both outcomes, not a
 * judgement of real content. Words are whole, lower case; a phrase matches with any white space between its words.
 */
export const flaggedWords = {
  harassment: ['worthless idiot', 'shut up and die', 'everyone hates you'],
  'harassment/threatening': ['i will hurt you', 'i know where you live', 'you will pay for this'],
  hate: ['racial slur', 'subhuman race', 'inferior race'],
  'hate/threatening': ['ethnic cleansing', 'exterminate them all', 'lynch mob'],
  illicit: ['cook meth', 'counterfeit money', 'stolen credit cards', 'shoplifting guide'],
  'illicit/violent': ['build a bomb', 'make a bomb', 'pipe bomb', 'nerve gas recipe'],
  'self-harm': ['self-harm', 'self harm', 'cutting myself', 'suicide'],
  'self-harm/intent': ['kill myself', 'end my life'],
  'self-harm/instructions': ['how to commit suicide', 'painless way to die'],
  sexual: ['pornographic', 'porn', 'sexually explicit', 'explicit sex'],
  'sexual/minors': ['child pornography', 'sexualized child', 'sexualised child'],
  violence: ['murder', 'massacre', 'torture', 'stab him', 'stab her', 'kill him', 'kill her'],
  'violence/graphic': ['gore', 'beheading', 'beheaded', 'dismembered', 'mutilated corpse', 'bloodbath'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
