/** More than V8 needs: it acts at the second kind of object that a look-up meets. */
const lookUps = 1_000

/**
 * ioredis declares a class that extends String. V8 turns a prototype that gets heirs into a dictionary, and back once a
 * property of such an object is looked up; plain text is no such object. Until then every call of a text's method in
 * optimised code looks the method up anew, which a visit pays some twenty times.
 */
export function keepStringsFast(): void {
  for (let count = 0; count < lookUps; count++) lookUp(count % 2 === 0 ? Object('') : Object.create(String.prototype))
}

const lookUp = (text: { anchor?: unknown }): unknown => text.anchor
