import type {
  SceneGround,
  SceneHour,
  SceneThing,
  SceneWeather,
  SceneWish,
} from '../../gateway/ports/media/media.ts';

export type Meaning = Pick<SceneWish, 'hour' | 'ground' | 'weather' | 'water'> & {
  readonly thing?: SceneThing;
};

/** Words for subjects, as found in prompts; longer expressions take precedence over the words in them. */
const things: Readonly<Record<SceneThing, string>> = {
  sun: 'sun, moon, sonne, mond, soleil, lune, sol, luna, 太阳, 月亮, 太陽, 月',
  cloud: 'cloud, clouds, cloudy, overcast, wolke, wolken, nuage, nuages, nube, nubes, 云, 雲',
  mountain: 'mountain, mountains, peak, alps, volcano, berg, berge, montagne, montaña, 山',
  boat: 'boat, boats, ship, sailboat, yacht, canoe, schooner, regatta, sailing, boot, schiff, segelboot, bateau, voilier, barco, velero, 船, 帆船',
  house:
    'house, houses, home, cottage, cabin, hut, village, town, city, farm, barn, haus, hütte, dorf, stadt, maison, ville, casa, pueblo, ciudad, 房子, 小屋, 家, 村, 城市, 街',
  tree: 'tree, trees, oak, forest, woods, park, jungle, rainforest, rain forest, baum, bäume, wald, arbre, forêt, árbol, bosque, 树, 森林, 木',
  birds:
    'bird, birds, seagull, seagulls, gulls, geese, eagle, stork, storks, heron, herons, swans, swallows, vogel, vögel, möwe, oiseau, oiseaux, pájaro, pájaros, 鸟, 鳥',
  balloon:
    'balloon, balloons, hot-air balloon, airship, ballon, heißluftballon, montgolfière, globo, 气球, 热气球, 気球',
  windmill: 'windmill, windmills, mill, windmühle, mühle, moulin, molino, 风车, 風車',
  pine: 'pine, pines, fir, spruce, christmas tree, tanne, kiefer, sapin, pino, 松树, 松',
  lighthouse: 'lighthouse, lighthouses, beacon, leuchtturm, phare, faro, 灯塔, 灯台',
  wisp: 'wisp, wisps, cirrus, contrail, federwolken, cirro',
  kite: 'kite, kites, drachen, cerf-volant, cometa, 风筝, 凧',
  bush: 'bush, bushes, shrub, hedge, busch, hecke, buisson, arbusto, 灌木',
  flowers:
    'flower, flowers, sunflowers, tulips, roses, daisies, blossoms, bouquet, meadow, garden, blume, blumen, garten, fleur, fleurs, jardin, flor, flores, jardín, 花, 花园, 庭',
  rocks:
    'rock, rocks, stone, stones, boulder, cliff, cliffs, felsen, klippe, rocher, falaise, roca, acantilado, 岩石, 悬崖, 岩',
};

const hours: Readonly<Record<SceneHour, string>> = {
  day: 'day, noon, midday, afternoon, daylight, sunny, blue sky, tag, mittag, sonnig, midi, ensoleillé, mediodía, soleado, 白天, 中午, 晴天, 昼',
  dawn: 'dawn, sunrise, morning, daybreak, first light, morgen, sonnenaufgang, morgenröte, aube, lever du soleil, matin, amanecer, alba, 黎明, 日出, 早晨, 清晨, 夜明け, 朝',
  dusk: 'dusk, sunset, sundown, evening, twilight, golden hour, blue hour, abend, sonnenuntergang, dämmerung, crépuscule, coucher de soleil, soir, atardecer, ocaso, 黄昏, 日落, 傍晚, 夕暮れ, 夕焼け',
  night:
    'night, nighttime, midnight, moon, moonlight, moonlit, starlit, starry, stars, nacht, mond, mitternacht, sterne, nuit, minuit, lune, étoiles, noche, medianoche, luna, estrellas, 夜, 夜晚, 午夜, 星空, 月亮, 月光',
};

const grounds: Readonly<Record<SceneGround, string>> = {
  green: 'summer, heat, sommer, été, verano, 夏',
  snow: 'winter, wintry, snow, snowy, snow-covered, ice, icy, frozen, frost, christmas, schnee, verschneit, verschneite, verschneites, eis, hiver, neige, enneigé, invierno, nieve, nevado, 冬, 雪',
  desert: 'desert, dunes, sahara, wüste, dünen, désert, desierto, dunas, 沙漠, 砂漠',
  autumn: 'autumn, fall colors, fall foliage, october, herbst, automne, otoño, 秋',
  spring:
    'spring, cherry blossom, blossoming, april, frühling, kirschblüte, printemps, primavera, 春, 樱花, 桜',
};

const weathers: Readonly<Record<SceneWeather, string>> = {
  fog: 'fog, foggy, mist, misty, haze, hazy, nebel, neblig, dunst, brume, brumeux, brouillard, niebla, neblina, bruma, 雾, 霧',
  rain: 'rain, rainy, raining, drizzle, downpour, storm, stormy, thunderstorm, rainstorm, regen, regnerisch, sturm, gewitter, pluie, pluvieux, orage, lluvia, lluvioso, tormenta, 雨, 暴雨',
  snow: 'snowfall, snowing, snowflakes, snowstorm, blizzard, schneefall, schneesturm, tempête de neige, nevando, 下雪, 暴雪, 吹雪',
};

const water =
  'sea, ocean, lake, river, harbor, harbour, bay, coast, coastline, shore, beach, island, pier, water, waves, meer, see, ozean, fluss, hafen, küste, strand, ' +
  'mer, océan, lac, rivière, port, côte, plage, mar, océano, lago, río, puerto, costa, playa, 海, 大海, 海洋, 湖, 河, 港, 海滩, 岸, 川';

/** Expressions that mean nothing for a scene, although words in them do. */
const nothing =
  'ice cream, ice creams, ice cube, ice cubes, ice skates, snow white, snow leopard, water bottle, glass of water, mountain bike, mountain lion, ' +
  'cloud computing, cloud storage, rock band, rock music, rock concert, rock star, rock stars, movie star, movie stars, house music, family tree, ' +
  'birds eye, home office, bay leaf, bay leaves, pine nuts';

/** German words that mean something else in English. */
const germanWords: ReadonlySet<string> = new Set(['boot', 'see', 'tag', 'strand']);
/** English words that do not exist in German. */
const englishWords: ReadonlySet<string> = new Set('the a of and with on at my you to'.split(' '));

/** The words that mean nothing among these: the `boot` of `a leather boot` is not a boat. */
export function foreignAmong(words: readonly string[]): ReadonlySet<string> {
  return words.some((word) => englishWords.has(word)) ? germanWords : new Set();
}

/** The meaning of each word or expression, in lower case. */
export const sceneWords: ReadonlyMap<string, Meaning> = collect();

/** First words of the expressions with several words. */
export const expressionStarts: ReadonlySet<string> = new Set(
  [...sceneWords.keys()].flatMap((name) => (name.includes(' ') ? name.split(' ', 1) : [])),
);

/** The words and their regular German plurals, such as `Segelboote` and `Windmühlen`. Short words would become others: `fir`, `fire`. */
function withPlurals(list: string): string {
  return list.replaceAll(/(?<=^|, )[\p{Script=Latin}]{4,}(?=$|, )/gu, '$&, $&e, $&n');
}

function collect(): ReadonlyMap<string, Meaning> {
  const known = new Map<string, Meaning>();
  const add = (list: string, meaning: Meaning) => {
    for (const word of list.split(', ')) known.set(word, { ...known.get(word), ...meaning });
  };
  for (const [thing, list] of Object.entries(things)) add(withPlurals(list), { thing: thing as SceneThing }); // as below, a key of the record
  for (const [hour, list] of Object.entries(hours)) add(list, { hour: hour as SceneHour });
  for (const [ground, list] of Object.entries(grounds)) add(list, { ground: ground as SceneGround });
  for (const [weather, list] of Object.entries(weathers)) add(list, { weather: weather as SceneWeather });
  add(weathers.snow, { ground: 'snow' });
  add(water, { water: true });
  add(nothing, {});
  for (const word of ['lighthouse', 'boat', 'ship', 'sailboat', 'seagull']) add(word, { water: true });
  return known;
}
