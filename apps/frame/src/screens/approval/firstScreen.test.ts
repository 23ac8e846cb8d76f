import { describe, expect, test } from 'vitest'
import { approvalViews } from '../../workbench/approvalStates.ts'
import { firstScreenOf } from './firstScreen.ts'

const views = Object.entries(approvalViews).flatMap(([name, view]) => (view ? [{ name, view }] : []))

describe('the first screen', () => {
  test.each(views)('$name: no fact and no warning is left out', ({ view }) => {
    const first = firstScreenOf(view)
    const shown = new Set([...first.parties, ...first.rows, ...first.rest])
    expect(view.facts.filter((fact) => !shown.has(fact))).toEqual([])
    expect([first.worst, ...first.others].filter(Boolean)).toEqual(view.warnings)
  })

  test('whoever may spend is named, also where only the simulation shows them', () => {
    const view = approvalViews['approval-hidden']
    if (!view) throw new Error('There is no such state')
    expect(firstScreenOf(view).parties.map(({ label }) => label)).toContain('row.spender')
  })

  test('a sending shows its amount alone; anything else its sentence', () => {
    const of = (name: string) => {
      const view = approvalViews[name]
      return view && firstScreenOf(view).amount
    }
    expect(of('send-native')).toMatchObject({ kind: 'amount', symbol: 'ETH' })
    expect(of('send-token')).toMatchObject({ kind: 'amount', symbol: 'USDC' })
    expect(of('approval-limited')).toBeNull()
    expect(of('message-text')).toBeNull()
  })
})
