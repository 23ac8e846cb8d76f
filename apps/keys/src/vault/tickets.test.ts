import { describe, expect, it } from 'vitest'
import { createTickets } from './tickets.ts'

describe('a one-use key', () => {
  it('is given out once', async () => {
    const tickets = createTickets()
    const { id } = await tickets.open()
    expect(tickets.take(id).privateKey.type).toBe('private')
    expect(() => tickets.take(id)).toThrow('cancelled')
  })

  it('goes when eight others came after it, and when the vault is locked', async () => {
    const tickets = createTickets()
    const first = await tickets.open()
    for (let count = 0; count < 8; count++) await tickets.open()
    expect(() => tickets.take(first.id)).toThrow()
    const last = await tickets.open()
    tickets.clear()
    expect(() => tickets.take(last.id)).toThrow()
  })
})
