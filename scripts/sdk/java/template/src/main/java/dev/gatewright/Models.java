package dev.gatewright;

import dev.gatewright.internal.Call;
import dev.gatewright.internal.Paths;
import dev.gatewright.internal.Transport;
import dev.gatewright.internal.Work;
import dev.gatewright.types.ModelDescription;
import dev.gatewright.types.ModelList;
import dev.gatewright.types.ModelPricing;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** What the key can use. */
public final class Models {
  private final Transport transport;

  Models(Transport transport) {
    this.transport = transport;
  }

  /**
   * Lists the models.
   *
   * @return the models
   */
  public ModelList list() {
    return list(null);
  }

  /**
   * Lists the models of a category.
   *
   * @param category a category, such as {@code image}; null for all
   * @param expand names of further fields
   * @return the models
   */
  public ModelList list(String category, String... expand) {
    Objects.requireNonNull(expand, "expand");
    Map<String, String> query = new HashMap<>();
    if (category != null) query.put("category", category);
    if (expand.length > 0) query.put("expand", String.join(",", expand));
    return Work.join(transport.call(Call.get(Paths.LIST_MODELS, query), ModelList.class));
  }

  /**
   * Returns a model with the JSON Schema of its parameters.
   *
   * @param model a model
   * @return the description
   */
  public ModelDescription schema(String model) {
    Call call = Call.get(Paths.GET_MODEL_SCHEMA_BY_QUERY, Map.of("model", Objects.requireNonNull(model, "model")));
    return Work.join(transport.call(call, ModelDescription.class));
  }

  /**
   * Returns the prices of a model for this key.
   *
   * @param model a model
   * @return the prices
   */
  public ModelPricing prices(String model) {
    Call call = Call.get(Paths.GET_MODEL_PRICING, Map.of("model", Objects.requireNonNull(model, "model")));
    return Work.join(transport.call(call, ModelPricing.class));
  }
}
