import { expect, test } from 'vitest';
import mock from '../../generated/mock-openapi.json' with { type: 'json' };
import document from '../../generated/openapi.json' with { type: 'json' };
import profile from '../../generated/openapi.sdk.json' with { type: 'json' };

test.each(Object.entries({ document, profile, mock }))(
  'the %s has the version that readers of 3.1 know',
  (_, { openapi }) => {
    // @apidevtools/swagger-parser 10.1.0 refuses 3.1.1 and 3.1.2, which have the same meaning.
    expect(openapi).toBe('3.1.0');
  },
);
