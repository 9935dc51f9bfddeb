import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSigned, type Signature } from '../../../src/gateway/events/receiver';

const SIGNATURE: Signature = { header: 'X-Signature', algorithm: 'sha256', secret: 'agreed-on' };
const BODY = Buffer.from('{"eventType":"request-traded"}');
const digest = (body: Buffer, secret = 'agreed-on') => createHmac('sha256', secret).update(body);

describe('a signature', () => {
  it.each([
    ['hexadecimal', digest(BODY).digest('hex')],
    ['hexadecimal in capitals', digest(BODY).digest('hex').toUpperCase()],
    ['with its algorithm', `sha256=${digest(BODY).digest('hex')}`],
    ['base64', digest(BODY).digest('base64')],
    ['base64 with its algorithm', `SHA256=${digest(BODY).digest('base64')}`],
  ])('is understood when it is %s', (_, written) => {
    expect(isSigned(SIGNATURE, { 'x-signature': written }, BODY)).toBe(true);
  });

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['another secret’s', digest(BODY, 'another').digest('hex')],
    ['of another body', digest(Buffer.from(`${BODY.toString()} `)).digest('hex')],
    ['cut short', digest(BODY).digest('hex').slice(0, 32)],
    ['there twice', `${digest(BODY).digest('hex')}, ${digest(BODY).digest('hex')}`],
  ])('does not hold when it is %s', (_, written) => {
    expect(isSigned(SIGNATURE, { 'x-signature': written }, BODY)).toBe(false);
  });

  it('cannot be met by chance, nor made to throw', () => {
    fc.assert(fc.property(fc.string(), (written) => !isSigned(SIGNATURE, { 'x-signature': written }, BODY)));
  });
});
