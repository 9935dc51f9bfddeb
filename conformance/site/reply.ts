import { readErrors, type ServiceError } from '../../src/contract/service/api-error';
import { fieldsOf, jsonOf, listOf, type Fields } from '../fields';

/** An answer of the service, whatever it is. Header names are lower case. */
export class Reply {
  constructor(
    readonly status: number,
    readonly headers: Readonly<Record<string, string | string[] | undefined>>,
    readonly text: string,
  ) {}

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** The body as JSON; `undefined` when it is none. */
  get json(): unknown {
    return jsonOf(this.text);
  }

  get fields(): Fields {
    return fieldsOf(this.json);
  }

  /** The records of a list: an array, or the one array of an object. */
  get items(): readonly Fields[] {
    const body = this.json;
    const arrays = Object.values(fieldsOf(body)).filter((value) => Array.isArray(value));
    return listOf(Array.isArray(body) ? body : arrays[0]).map(fieldsOf);
  }

  get isList(): boolean {
    const body = this.json;
    return (
      this.ok && (Array.isArray(body) || Object.values(fieldsOf(body)).filter(Array.isArray).length === 1)
    );
  }

  get errors(): readonly ServiceError[] {
    return readErrors(this.text);
  }

  /** The status, and for an error its first sentence. */
  get summary(): string {
    const [first] = this.ok ? [] : this.errors;
    return first ? `${this.status}: ${first.message}` : String(this.status);
  }
}
