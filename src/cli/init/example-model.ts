/** A model file that says what its parts are for. */
export const exampleModel = (schema: string) => `{
  "$schema": ${JSON.stringify(schema)},
  "$comment": [
    "The file is a JSON Schema of the request body. Keywords that begin with x- say what a schema cannot:",
    "x-model       the identity of the model: its id, what it makes (image_generation, video_generation, chat_completion)",
    "x-sizes       the pixels of each tier and ratio; size and resolution are the fields that choose among them",
    "x-prices      what an image, a second or a million tokens costs, in US dollars; the first rate that fits counts",
    "x-validations rules between fields, in the Common Expression Language; self is the request with its defaults",
    "x-examples    requests that are accepted, and one that breaks each rule; gatewright check tries them all",
    "x-provenance  where the statements come from: a reason of at least ten characters",
    "gatewright check says what is wrong, and the mock picks up each change to this file."
  ],
  "description": "\`paper-1.0\`: text to image, two tiers.",
  "x-provenance": { "choice": "Example of gatewright init." },
  "x-model": {
    "id": "paper-1.0",
    "owned_by": "paper",
    "created": 1795132800,
    "capability_tags": ["Text to Image"],
    "operation": "image_generation",
    "schema_version": "2026-11-20"
  },
  "required": ["prompt"],
  "properties": {
    "prompt": { "type": "string", "minLength": 1, "maxLength": 2000, "description": "What to draw." },
    "size": { "type": "string", "default": "1:1", "description": "Aspect ratio." },
    "resolution": { "type": "string", "enum": ["1K", "2K"], "default": "1K", "description": "Resolution tier." }
  },
  "x-sizes": {
    "table": {
      "1K": { "1:1": "1024x1024", "3:2": "1216x832" },
      "2K": { "1:1": "2048x2048", "3:2": "2432x1664" }
    }
  },
  "x-prices": { "unit": "image", "rates": [{ "tier": "1K", "rate": "0.02" }, { "rate": "0.05" }] },
  "x-validations": [
    {
      "id": "short_prompt_in_2k",
      "rule": "self.resolution != '2K' || size(self.prompt) <= 500",
      "message": "resolution: 2K takes a prompt of at most 500 characters",
      "path": "/prompt"
    }
  ],
  "x-examples": {
    "valid": [
      { "name": "prompt alone", "request": { "prompt": "A paper boat" } },
      { "name": "wide", "request": { "prompt": "A paper boat", "size": "3:2", "resolution": "2K" } }
    ],
    "invalid": [
      {
        "name": "long in 2K",
        "breaks": "short_prompt_in_2k",
        "request": { "prompt": "${'A paper boat. '.repeat(36).trim()}", "resolution": "2K" }
      }
    ]
  }
}
`;
