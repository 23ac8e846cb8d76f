import * as z from 'zod/mini'
import { createRecord, type RecordPlace, type StoredRecord } from './createRecord.ts'

/** Empty: none is chosen. Whether there is a picture of that name is known where it is drawn. */
const schema = z.string().check(z.regex(/^(?:[a-z]{1,16}-[a-z]{1,16})?$/))

/** The picture by which this person knows the wallet, in the wallet's own storage: no page can read it. */
export const ownPictureOf = (place: RecordPlace): StoredRecord<string> =>
  createRecord(place, 'picture', schema, '')
