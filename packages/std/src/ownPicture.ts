/** What the drawing shows: outlines on a 20 px grid. */
const SHAPES = {
  star: 'm10 3.2 2.1 4.4 4.8.6-3.5 3.3.9 4.8-4.3-2.4-4.3 2.4.9-4.8-3.5-3.3 4.8-.6Z',
  heart: 'M10 16.2S3.5 12.4 3.5 7.9A3.4 3.4 0 0 1 10 6.6a3.4 3.4 0 0 1 6.5 1.3c0 4.5-6.5 8.3-6.5 8.3Z',
  moon: 'M15.8 12.2a6.5 6.5 0 0 1-8-8 6.5 6.5 0 1 0 8 8Z',
  sun: 'M10 6.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4ZM10 2.5v1.6M10 15.9v1.6M2.5 10h1.6M15.9 10h1.6M4.7 4.7l1.1 1.1M14.2 14.2l1.1 1.1M4.7 15.3l1.1-1.1M14.2 5.8l1.1-1.1',
  leaf: 'M4.6 15.6C4.2 8.4 8.5 4.2 16 4c.2 7.5-3 12-8.4 12a4.6 4.6 0 0 1-3-.4ZM3.5 17c1.5-4 4-6.5 7.5-8.5',
  drop: 'M10 3c3 3.6 4.8 6.1 4.8 8.6a4.8 4.8 0 0 1-9.6 0C5.2 9.1 7 6.6 10 3Z',
  bolt: 'M11.2 2.8 4.8 11.4h4.4l-.8 5.8 6.8-8.8h-4.6Z',
  mountain: 'M2.5 16 8 6l3.2 5.6L13 9l4.5 7Z',
  house: 'M3.5 9.5 10 4l6.5 5.5M5.2 8.2V16h9.6V8.2M8.5 16v-4h3v4',
  anchor:
    'M10 3.2a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4ZM10 6.6v10.2M6.8 9.4h6.4M4 11.5c0 3.4 2.6 5.3 6 5.3s6-1.9 6-5.3',
  boat: 'M3 12.5h14l-2 4H5ZM9.5 12.5V3.2l5.8 6.3H9.5',
  tree: 'M10 2.8 5 9.2h2.3L4 13.8h12l-3.3-4.6H15ZM10 13.8v3.4',
  flower:
    'M10 8.4c-2.6-2.3-1.6-5.2 0-5.2s2.6 2.9 0 5.2ZM10 11.6c2.6 2.3 1.6 5.2 0 5.2s-2.6-2.9 0-5.2ZM8.4 10c-2.3 2.6-5.2 1.6-5.2 0s2.9-2.6 5.2 0ZM11.6 10c2.3-2.6 5.2-1.6 5.2 0s-2.9 2.6-5.2 0Z',
  fish: 'M5.6 10c1.8-2.8 3.9-4.2 6-4.2 2 0 3.7 1.5 5.4 4.2-1.7 2.7-3.4 4.2-5.4 4.2-2.1 0-4.2-1.4-6-4.2ZM5.6 10 2.8 7v6ZM13.2 9h.01',
  cup: 'M4.5 6.5h9v5.2a4.3 4.3 0 0 1-9 0ZM13.5 7.8h1.2a2 2 0 0 1 0 4h-1.4M4 17h10M7.5 2.8v1.4M10.5 2.8v1.4',
  umbrella: 'M10 3v1.2M3 11a7 7 0 0 1 14 0ZM10 11v4.4a1.7 1.7 0 0 1-3.4 0',
} as const

/** What it stands on; white is readable on each of them, and none is the red of danger. */
const GROUNDS = {
  blue: '#3458a8',
  teal: '#14707a',
  green: '#2c6e3f',
  purple: '#7a3f9d',
  gold: '#8a5a00',
  grey: '#55606a',
} as const

export type PictureShape = keyof typeof SHAPES
export type PictureGround = keyof typeof GROUNDS

/** Every shape and every ground, in the order in which they are offered. */
export const pictureShapes = Object.keys(SHAPES) as PictureShape[]
export const pictureGrounds = Object.keys(GROUNDS) as PictureGround[]

/** A picture by which a person knows the wallet: a shape on a ground. */
export type OwnPicture = {
  shape: PictureShape
  ground: PictureGround
  /** An SVG path on a grid of 20. */
  path: string
  colour: string
}

/** The form of its name; what has this form need not be one. */
export const OWN_PICTURE_NAME = /^[a-z]{1,16}-[a-z]{1,16}$/

/**
 * The picture of a name, `<shape>-<ground>`; undefined for every other text.
 *
 * @example
 * readOwnPicture('boat-teal')?.colour // '#14707a'
 */
export function readOwnPicture(name: string): OwnPicture | undefined {
  const [shape = '', ground = '', ...more] = name.split('-')
  if (more.length > 0 || !Object.hasOwn(SHAPES, shape) || !Object.hasOwn(GROUNDS, ground)) return undefined
  const known = { shape: shape as PictureShape, ground: ground as PictureGround }
  return { ...known, path: SHAPES[known.shape], colour: GROUNDS[known.ground] }
}

/** The name of a picture, for storing and sending it. */
export const nameOfPicture = (shape: PictureShape, ground: PictureGround): string => `${shape}-${ground}`
