import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { compareRuns, picturesIn } from './compareRuns.ts'
import { writeIndex } from './writeIndex.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function run(pictures: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
  folders.push(folder)
  for (const [name, content] of Object.entries(pictures)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}

const A = 'Connect/default/en-dark-388.png'
const B = 'Connect/sending/en-dark-388.png'
const C = 'Send/default/en-dark-388.png'

describe('two runs', () => {
  it('differ in what changed, came and went', () => {
    const before = run({ [A]: 'one', [B]: 'two' })
    const after = run({ [A]: 'one, changed', [C]: 'three', 'index.html': '' })
    expect(compareRuns(before, after)).toEqual({ changed: [A], added: [C], gone: [B] })
  })
  it('a picture that was not asked for is not gone', () => {
    const before = run({ [A]: 'one', [B]: 'two' })
    const after = run({ [A]: 'one' })
    expect(compareRuns(before, after, (name) => name === A)).toEqual({ changed: [], added: [], gone: [] })
  })
  it('one that there is not is an error', () =>
    expect(() => picturesIn(join(tmpdir(), 'no-pictures-here'))).toThrow('There is no folder'))
})

describe('the index', () => {
  it('has each picture under its view and state', () => {
    const html = writeIndex([A, B, C])
    expect(html).toContain('<h1>3 pictures</h1>')
    expect(html.match(/<section id="(\w+)"/g)).toEqual(['<section id="Connect"', '<section id="Send"'])
    expect(html).toContain('<h3>sending</h3>')
    expect(html).toContain(`src="${B}"`)
    expect(html).not.toContain('differences')
  })
  it('shows what has changed side by side', () => {
    const html = writeIndex([A, C], { before: '../earlier', changed: [A], added: [C], gone: [B] })
    expect(html).toContain(`src="../earlier/${A}"`)
    expect(html).toContain(`src="../earlier/${B}"`)
    expect(html).toContain('New (1)')
  })
  it('says that nothing has', () =>
    expect(writeIndex([A], { before: '..', changed: [], added: [], gone: [] })).toContain(
      'Nothing has changed.',
    ))
  it('takes no name for markup', () =>
    expect(writeIndex(['a"<b>/state/en-dark-388.png'])).not.toContain('<b>'))
})
