import { describe, expect, test } from 'vitest'
import {
  nameOfPicture,
  OWN_PICTURE_NAME,
  pictureGrounds,
  pictureShapes,
  readOwnPicture,
} from './ownPicture.ts'

const names = pictureShapes.flatMap((shape) => pictureGrounds.map((ground) => nameOfPicture(shape, ground)))

describe('a picture of one’s own', () => {
  test('is one of many that nobody can guess at the first try', () => {
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThanOrEqual(64)
  })

  test.each(names)('%s can be named and drawn', (name) => {
    expect(name).toMatch(OWN_PICTURE_NAME)
    const picture = readOwnPicture(name)
    expect(picture?.path).toMatch(/^[Mm][\d.\-AaCcHhLlMmSsVvZz ]+$/)
    expect(picture?.colour).toMatch(/^#[0-9a-f]{6}$/)
  })

  test.each([
    '',
    'star',
    'star-',
    '-blue',
    'star-red',
    'boat-teal-2',
    '__proto__-blue',
    'star-toString',
    'STAR-BLUE',
  ])('%j is none', (name) => expect(readOwnPicture(name)).toBeUndefined())
})
