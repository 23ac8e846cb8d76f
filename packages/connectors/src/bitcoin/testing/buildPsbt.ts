/** What a PSBT of a test holds; scripts and fields in bytes. */
export type BuiltInput = {
  txid: Uint8Array
  vout: number
  sequence: number
  fields: (readonly [number[], Uint8Array])[]
}
export type BuiltPsbt = {
  version: number
  lockTime: number
  inputs: BuiltInput[]
  outputs: { amount: bigint; script: Uint8Array }[]
}

const little = (value: bigint | number, length: number): number[] =>
  Array.from({ length }, (_, byte) => Number((BigInt(value) >> BigInt(8 * byte)) & 0xffn))
const sized = (bytes: Iterable<number>): number[] => {
  const all = [...bytes]
  return all.length < 0xfd ? [all.length, ...all] : [0xfd, ...little(all.length, 2), ...all]
}

/** A transaction without signatures, as bytes. */
export const transactionBytes = ({
  version,
  lockTime,
  inputs,
  outputs,
}: BuiltPsbt): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([
    ...little(version, 4),
    inputs.length,
    ...inputs.flatMap(({ txid, vout, sequence }) => [...txid, ...little(vout, 4), 0, ...little(sequence, 4)]),
    outputs.length,
    ...outputs.flatMap(({ amount, script }) => [...little(amount, 8), ...sized(script)]),
    ...little(lockTime, 4),
  ])

/** A PSBT of version 0 (BIP-174), as bytes. */
export const psbtBytes = (psbt: BuiltPsbt): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([
    ...[0x70, 0x73, 0x62, 0x74, 0xff],
    ...[...sized([0]), ...sized(transactionBytes(psbt)), 0],
    ...psbt.inputs.flatMap(({ fields }) => [
      ...fields.flatMap(([key, value]) => [...sized(key), ...sized(value)]),
      0,
    ]),
    ...psbt.outputs.map(() => 0),
  ])

/** The field of what an input spends. */
export const spends = (script: Uint8Array, amount: bigint): readonly [number[], Uint8Array] => [
  [0x01],
  Uint8Array.from([...little(amount, 8), ...sized(script)]),
]

export const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
