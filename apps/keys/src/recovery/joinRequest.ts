import { base64url, id128 } from '@latchkey/protocol'
import { approveJoin, JoinGoneError, readJoin } from '@latchkey/protocol/http'
import { decodeBase64url } from '@latchkey/std/base64url'
import type * as z from 'zod/mini'
import { type PanelContext, withDeviceHalves } from './enrolMethod.ts'

export type JoinAddress = { joinId: string; publicKey: string }
export type JoinDetails = z.output<typeof readJoin.reply>

/**
 * Reads `<joinId>.<publicKey>` as it stood in the address. The key must be a point of P-256: 65 bytes, uncompressed.
 *
 * @throws JoinGoneError for anything else
 */
export async function parseJoin(text: string | undefined): Promise<JoinAddress> {
  const [id, key, ...more] = (text ?? '').split('.')
  const joinId = id128().safeParse(id)
  const publicKey = base64url().safeParse(key)
  if (!joinId.success || !publicKey.success || more.length > 0) throw new JoinGoneError()
  try {
    const point = decodeBase64url(publicKey.data)
    // A compressed point is a key as well, but not one that we hand out.
    if (point.length !== 65) throw new JoinGoneError()
    await crypto.subtle.importKey('raw', point, { name: 'ECDH', namedCurve: 'P-256' }, false, [])
    return { joinId: joinId.data, publicKey: publicKey.data }
  } catch {
    throw new JoinGoneError()
  }
}

/** What the joining device says of itself, as the service saw it. */
export const readJoinDetails = (
  { authorized }: PanelContext,
  { joinId }: JoinAddress,
  signal: AbortSignal,
): Promise<JoinDetails> => authorized.call(readJoin, { params: { joinId }, signal })

/**
 * Splits the wallet for the joining device, seals its half to the key of the address, and uploads both.
 *
 * @param number what the person read on that device; null where it was only compared
 */
export const bringIn = (
  context: PanelContext,
  { joinId, publicKey }: JoinAddress,
  { deviceId }: JoinDetails,
  number: string | null,
  signal: AbortSignal,
): Promise<void> =>
  withDeviceHalves(context, signal, async (device, { walletId }) => {
    const { channelKey } = context.config
    const keyset = await context.vault.sealForJoin({
      device,
      channelKey,
      join: { joinId, deviceId, publicKey },
    })
    const body = { walletId, ...keyset, ...(number === null ? {} : { number }) }
    await context.authorized.call(approveJoin, { params: { joinId }, body, signal })
  })
