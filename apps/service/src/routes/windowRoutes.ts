import { exchangeWindowMail, NotFoundError, RateLimitedError, windowChannel } from '@latchkey/protocol/http'
import { and, asc, eq, gt, lte } from 'drizzle-orm'
import { retryAfterOf } from '../db/counters.ts'
import { windowMail as rows } from '../db/schema.ts'
import { addressKeyOf } from '../http/clientAddress.ts'
import { type Routes, registerRoute } from '../http/registerRoute.ts'

const LIFE = 600_000
/** Of one place in a minute: a batch of many calls is long, and is shown again whenever it changes. */
const KIB_PER_MINUTE = 8_192

/** Keeps what the two sides of an approval leave for each other (docs/decisions/0044). It cannot read it. */
export function addWindowRoutes(routes: Routes): void {
  registerRoute(
    routes,
    exchangeWindowMail,
    {
      audience: 'wallet',
      allowedHeaders: 'content-type',
      bodyLimit: 524_288,
      requires: (_, { params }) => {
        if (!windowChannel().safeParse(params.channel).success) throw new NotFoundError()
      },
    },
    async (service, { params, address, body: { side, send, taken } }) => {
      const { db, config } = service
      const channel = params.channel as string
      const other = side === 'frame' ? ('window' as const) : ('frame' as const)
      const kib = Math.ceil(send.reduce((sum, { box }) => sum + box.length, 0) / 1_024)
      const place = { key: `window:${addressKeyOf(service, address)}`, limit: KIB_PER_MINUTE, window: 60_000 }
      const wait = kib > 0 && (await service.take(place, kib))
      if (wait) throw new RateLimitedError({ data: { retryAfter: retryAfterOf(wait) } })
      const expiresAt = config.now() + LIFE
      if (send.length > 0)
        await db
          .insert(rows)
          .values(send.map(({ sequence, box }) => ({ channel, side, sequence, box, expiresAt })))
          .onConflictDoNothing()
      const ofOther = and(eq(rows.channel, channel), eq(rows.side, other))
      if (taken >= 0) await db.delete(rows).where(and(ofOther, lte(rows.sequence, taken)))
      const boxes = await db
        .select({ sequence: rows.sequence, box: rows.box })
        .from(rows)
        .where(and(ofOther, gt(rows.sequence, taken), gt(rows.expiresAt, config.now())))
        .orderBy(asc(rows.sequence))
        .limit(16)
      return { boxes }
    },
  )
}
