import type { getAccount } from '@latchkey/protocol/http'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { devices } from '../db/identitySchema.ts'
import { keysets, sessions } from '../db/schema.ts'
import { describeBrowser } from '../identity/devices/describeBrowser.ts'
import { describePlace } from '../identity/devices/describePlace.ts'
import type { ActiveSession } from '../sessions/sessions.ts'

type Device = z.output<typeof getAccount.reply>['devices'][number]

const MOST_DEVICES = 200
const MOST_SITES = 50

/** Device keys that are signed in or hold a share, the one used last first. A browser is one for each site it visits. */
export async function describeDevices(service: ServiceContext, current: ActiveSession): Promise<Device[]> {
  const { db, config } = service
  const { userId } = current
  const isLive = and(isNull(sessions.revokedAt), gt(sessions.expiresAt, config.now()))
  const live = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLive))
  const shares = await db
    .select({ jkt: keysets.jkt, createdAt: keysets.createdAt })
    .from(keysets)
    .where(and(eq(keysets.userId, userId), eq(keysets.kind, 'device')))
  const known = await db.select().from(devices).where(eq(devices.userId, userId))
  const keys = new Set([...live, ...shares].flatMap(({ jkt }) => (jkt === null ? [] : [jkt])))
  const described = [...keys].map((id): Device => {
    const device = known.find(({ jkt }) => jkt === id)
    const own = live.filter(({ jkt }) => jkt === id)
    const held = shares.filter(({ jkt }) => jkt === id)
    const times = [...own.map(({ authTime }) => authTime), ...held.map(({ createdAt }) => createdAt)]
    const sites = new Set(own.flatMap(({ hostOrigin }) => (hostOrigin === null ? [] : [hostOrigin])))
    return {
      id,
      browser: device?.browser ?? describeBrowser(null),
      place: device?.place ?? describePlace(''),
      sites: [...sites].sort().slice(0, MOST_SITES),
      signedInAt: Math.max(...times),
      seenAt: Math.max(device?.seenAt ?? 0, ...times),
      hasShare: held.length > 0,
      current: id === current.jkt,
    }
  })
  return described.sort((one, two) => two.seenAt - one.seenAt).slice(0, MOST_DEVICES)
}
