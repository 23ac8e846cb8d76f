export const ORIGIN = 'https://keys.example'

type Sent = { message: Record<string, unknown>; origin: string }
export type FakePeer = {
  closed: boolean
  readonly sent: Sent[]
  focused: number
  postMessage(message: Record<string, unknown>, origin: string): void
  focus(): void
}

/** The window at the other end: it keeps what it is told. */
export function fakePeer(): FakePeer {
  return {
    closed: false,
    sent: [],
    focused: 0,
    postMessage(message, origin) {
      this.sent.push({ message, origin })
    },
    focus() {
      this.focused++
    },
  }
}

/** A window of the keys origin, as far as the exchange uses it. */
export function fakeView(opened: FakePeer | null = null) {
  const addresses: string[] = []
  let isFocused = true
  let closed = 0
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible', hasFocus: () => isFocused })
  const events = Object.assign(new EventTarget(), {
    location: { origin: ORIGIN },
    document: page,
    setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
    clearTimeout: (id: number) => clearTimeout(id),
    setInterval: (run: () => void, ms: number) => setInterval(run, ms),
    clearInterval: (id: number) => clearInterval(id),
    open(address: string, name: string) {
      addresses.push(`${name} ${address}`)
      return opened
    },
    close: () => void closed++,
  })
  return {
    view: events as unknown as Window,
    addresses,
    closed: () => closed,
    /** Brings the window in front, or takes it away. */
    focus(value: boolean) {
      isFocused = value
      events.dispatchEvent(new Event(value ? 'focus' : 'blur'))
    },
    leave: () => events.dispatchEvent(new Event('pagehide')),
    hear(data: unknown, source: unknown, origin = ORIGIN) {
      events.dispatchEvent(Object.assign(new Event('message'), { data, source, origin }))
    },
  }
}

export const sampleOptions = {
  challenge: 'AAAA',
  rpId: 'keys.example',
  userHandle: 'BBBB',
  userName: 'ada@example.com',
  excludeCredentials: ['CCCC'],
}
export const sampleAttestation = {
  id: 'DDDD',
  rawId: 'DDDD',
  type: 'public-key' as const,
  response: { clientDataJSON: 'EEEE', attestationObject: 'FFFF', transports: ['internal'] },
}
