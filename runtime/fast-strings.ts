/** More than V8 needs: it optimizes when a lookup meets a second kind of object. */
const lookUps = 1_000

/**
 * ioredis declares a class that extends String. V8 turns the prototype of an extended class into a dictionary, and back
 * when a property of such an object is read; primitive strings do not count. Until then, optimized code looks up every
 * string method on each call, about twenty times per visit.
 */
export function keepStringsFast(): void {
  for (let count = 0; count < lookUps; count++) lookUp(count % 2 === 0 ? Object('') : Object.create(String.prototype))
}

const lookUp = (text: { anchor?: unknown }): unknown => text.anchor
