import type { JavaMember, JavaRecord } from './java-types.ts';
import { toDocText, toJavadoc } from './javadoc.ts';
import { toSourceFile } from './source-file.ts';

const TYPES = 'dev.gatewright.types';
const JACKSON = 'com.fasterxml.jackson.annotation';
const IMPORTS = [
  ...[
    `${JACKSON}.JsonAnyGetter`,
    `${JACKSON}.JsonAnySetter`,
    `${JACKSON}.JsonInclude`,
    `${JACKSON}.JsonProperty`,
  ],
  ...['java.util.List', 'java.util.Map'],
];
const UNKNOWN = 'additionalProperties';

/** The source of a type: a record, with a builder when users build it. */
export function recordSource(record: JavaRecord, interfaces: readonly string[]): string {
  const { name, members, isOpen, isBuilt } = record;
  const components = members.map(
    (member) =>
      `@JsonProperty(${JSON.stringify(member.key)}) ${componentType(member, isBuilt)} ${member.name}`,
  );
  if (isOpen) components.push(`@JsonAnySetter @JsonAnyGetter Map<String, Object> ${UNKNOWN}`);
  const implemented = interfaces.length > 0 ? ` implements ${interfaces.join(', ')}` : '';
  const head = `public record ${name}(\n    ${components.join(',\n    ')})${implemented} {`;
  const parts = [...(isBuilt ? [] : compactConstructor(record)), ...(isBuilt ? builder(record) : [])];
  const source = `${aboutOf(record)}\n@JsonInclude(JsonInclude.Include.NON_NULL)\n${head}`;
  return toSourceFile(
    TYPES,
    IMPORTS,
    parts.length === 0 ? `${source}}` : `${source}\n${parts.join('\n\n')}\n}`,
  );
}

/** The source of what the requests of an operation have in common. */
export function interfaceSource(name: string, about: string, records: readonly string[]): string {
  return toSourceFile(
    TYPES,
    [],
    `/** ${about}: one type for each model. */
public sealed interface ${name} permits ${records.join(', ')} {
  /**
   * Returns the model, in the spelling that is sent.
   *
   * @return the model
   */
  String model();
}`,
  );
}

function aboutOf(record: JavaRecord): string {
  return toJavadoc(toDocText(record.description) || `${record.name}.`, tagsOf(record));
}

function tagsOf({ members, isOpen }: JavaRecord): readonly string[] {
  const tags = members.map((member) => `@param ${member.name} ${describe(member)}`);
  return isOpen ? [...tags, `@param ${UNKNOWN} members that this package does not know`] : tags;
}

function describe({ key, description, values, isRequired, type }: JavaMember): string {
  const isNull = !isRequired && !type.startsWith('List<');
  const parts = [
    toDocText(description) || `the member {@code ${key}}.`,
    values.length > 0 ? `Values: ${values.map((value) => toDocText(`\`${value}\``)).join(', ')}.` : '',
    isNull ? 'May be null.' : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

const PRIMITIVES: Readonly<Record<string, string>> = { Long: 'long', Double: 'double', Boolean: 'boolean' };

/** What an answer always has is no reference. */
function componentType({ type, isRequired }: JavaMember, isBuilt: boolean): string {
  return isRequired && !isBuilt ? (PRIMITIVES[type] ?? type) : type;
}

function compactConstructor(record: JavaRecord): readonly string[] {
  const { name, members, isOpen } = record;
  const lists = members.filter(({ type }) => type.startsWith('List<')).map((member) => [member.name, 'List']);
  const collections = [...lists, ...(isOpen ? [[UNKNOWN, 'Map']] : [])];
  if (collections.length === 0) return [];
  const lines = collections.map(
    ([member, type]) => `    ${member} = ${member} == null ? ${type}.of() : ${member};\n`,
  );
  const about = toJavadoc('Lists and maps that are absent are empty.', tagsOf(record), '  ');
  return [`${about}\n  public ${name} {\n${lines.join('')}  }`];
}

function builder({ name, members, isOpen }: JavaRecord): readonly string[] {
  const values = [...members.map((member) => member.name), ...(isOpen ? ['Map.of()'] : [])];
  return [
    `  /**
   * Returns a builder.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }`,
    `  /** Builds a {@link ${name}}. */
  public static final class Builder {
${members.map(toField).join('')}
    private Builder() {}

${members.flatMap(toSetters).join('\n\n')}

    /**
     * Builds it.
     *
     * @return what was built
     */
    public ${name} build() {
      return new ${name}(
          ${values.join(',\n          ')});
    }
  }`,
  ];
}

function toField({ type, name, constant }: JavaMember): string {
  return `    private ${type} ${name}${constant === undefined ? '' : ` = ${JSON.stringify(constant)}`};\n`;
}

function toSetters(member: JavaMember): readonly string[] {
  const [, either] = /^TextOr<(.*)>$/.exec(member.type) ?? [];
  if (either !== undefined)
    return [
      toSetter(member, 'String', `new TextOr<>(${member.name})`),
      toSetter(member, either, `new TextOr<>(${member.name})`),
      ...(either === 'List<String>' ? [] : toVariadic(member, either, 'new TextOr<>', ')')),
    ];
  return [
    toSetter(member, PRIMITIVES[member.type] ?? member.type, member.name),
    ...toVariadic(member, member.type, '', ''),
  ];
}

/** A list as arguments. */
function toVariadic(member: JavaMember, type: string, before: string, after: string): readonly string[] {
  const [, item] = /^List<(\w+)>$/.exec(type) ?? [];
  if (item === undefined) return [];
  const list = `List.of(${member.name})`;
  return [toSetter(member, `${item}...`, before === '' ? list : `${before}(${list}${after}`)];
}

function toSetter(member: JavaMember, type: string, value: string): string {
  const tags = [`@param ${member.name} ${describe({ ...member, isRequired: true })}`, '@return this builder'];
  return `${toJavadoc(`Sets {@code ${member.key}}.`, tags, '    ')}
    public Builder ${member.name}(${type} ${member.name}) {
      this.${member.name} = ${value};
      return this;
    }`;
}
