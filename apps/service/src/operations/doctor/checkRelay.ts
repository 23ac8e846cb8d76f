import { randomBytes } from 'node:crypto'
import { isLoopbackName } from '../../config/isLoopbackName.ts'
import { reasonOf } from './ask.ts'
import type { Diagnosis } from './Diagnosis.ts'
import { type Finding, fail, ok } from './Finding.ts'

async function checkUrl({ ask }: Diagnosis, text: string): Promise<Finding> {
  const check = 'relay'
  const url = new URL(text)
  if (url.protocol === 'ws:' && !isLoopbackName(url.hostname))
    return fail(
      check,
      `RELAY_PUBLIC_URLS: ${text} is not encrypted; pages on https cannot use it.`,
      'Write wss://….',
    )
  const address = text.replace(/^ws/, 'http')
  try {
    // RFC 6455 section 4.1, without a token: the relay must refuse it, by 401.
    const { status } = await ask(address, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
    })
    if (status === 401) return ok(check, `The relay answers at ${text}.`)
    return fail(
      check,
      `RELAY_PUBLIC_URLS: ${text} is answered with ${status}.`,
      'Let the proxy pass upgrades to WebSocket on to the service, with the path as it is.',
    )
  } catch (error) {
    return fail(
      check,
      `RELAY_PUBLIC_URLS: nothing answers at ${text} (${reasonOf(error)}).`,
      'Check the DNS name, the certificate and the proxy.',
    )
  }
}

/** Whether clients reach the relay at each of its addresses; nothing without a relay. */
export function checkRelay(diagnosis: Diagnosis): Promise<Finding[]> {
  const urls = diagnosis.config.relay?.publicUrls ?? []
  return Promise.all(urls.map((url) => checkUrl(diagnosis, url)))
}
