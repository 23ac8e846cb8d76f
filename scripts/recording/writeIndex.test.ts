import { describe, expect, it } from 'vitest'
import { writeIndex } from './writeIndex.ts'

const frames = [
  { number: 1, name: 'frames/0001.jpg', time: 0, lasts: 500 },
  { number: 30, name: 'frames/0030.jpg', time: 500, lasts: 16 },
  { number: 31, name: 'frames/0031.jpg', time: 516, lasts: 100 },
]
const done = [{ time: 490, what: 'taps <Send>' }]
const content = { frames, done, faults: [], film: 'recording.webp' }

describe('the page of a recording', () => {
  it('has each frame under what was done before it, with its time', () => {
    const html = writeIndex(content)
    expect(html).toContain('<h1>3 frames, 0 faults</h1>')
    const [, before = '', after = ''] = html.split('<section>')
    expect(before).toContain('1: 0 ms, for 500 ms')
    expect(before).not.toContain('30: ')
    expect(after).toContain('<h2>taps &lt;Send&gt; (490 ms)</h2>')
    expect(after).toContain('30: 500 ms, for 16 ms')
  })
  it('marks the frame of a fault, or the one that it looks like', () => {
    const fault = { frame: 12, kind: 'blank' as const, says: 'nothing in it' }
    const html = writeIndex({ ...content, faults: [fault] })
    expect(html).toContain('<li>frame 12: nothing in it</li>')
    expect(html).toContain('<li class="fault" id="frame-1">')
    expect(html.match(/class="fault"/g)).toHaveLength(1)
  })
})
