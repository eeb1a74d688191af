/** What Schemathesis got back. */
export interface CountedAnswers {
  readonly count: number;
  /** Operations, such as `GET /v1/models`, that succeeded; preflights do not count. */
  readonly succeeded: ReadonlySet<string>;
}

interface Event {
  readonly ScenarioFinished?: {
    readonly recorder: {
      readonly label: string;
      readonly interactions?: Readonly<Record<string, Interaction>>;
    };
  };
}

interface Interaction {
  readonly response?: { readonly status_code: number } | null;
}

/** Counts the responses in a log of events, one JSON object per line. */
export function countAnswers(log: string): CountedAnswers {
  const succeeded = new Set<string>();
  let count = 0;
  for (const line of log.split('\n').filter(Boolean)) {
    const { recorder } = (JSON.parse(line) as Event).ScenarioFinished ?? {};
    for (const { response } of Object.values(recorder?.interactions ?? {})) {
      if (!response) continue;
      count += 1;
      const isSuccess = response.status_code >= 200 && response.status_code < 300;
      if (recorder && isSuccess && response.status_code !== 204) succeeded.add(recorder.label);
    }
  }
  return { count, succeeded };
}
