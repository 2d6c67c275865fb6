using System.Text.Json.Nodes;

namespace RgPolicy.Plans.Tests.Building;

/// <summary>A plan operator under construction, in the words of EXPLAIN (FORMAT JSON).</summary>
internal sealed class Op
{
    private readonly JsonObject _json = [];
    private readonly List<Op> _inputs = [];

    public Op(string type, double rows = 1, double width = 8, double startup = 0, double total = 1)
    {
        Set("Node Type", type).Set("Startup Cost", startup).Set("Total Cost", total);
        Set("Plan Rows", rows).Set("Plan Width", width);
    }

    public Op Set(string name, double value) => Put(name, value);

    public Op Set(string name, string value) => Put(name, value);

    public Op Set(string name, bool value) => Put(name, value);

    public Op Put(string name, JsonNode? value)
    {
        _json[name] = value;
        return this;
    }

    public Op Remove(string name)
    {
        _json.Remove(name);
        return this;
    }

    public Op Actual(double rows, double loops = 1) => Set("Actual Rows", rows).Set("Actual Loops", loops);

    public Op On(string table) => Set("Relation Name", table).Set("Alias", table);

    public Op Under(params Op[] inputs)
    {
        _inputs.AddRange(inputs);
        return this;
    }

    /// <summary>Adds inputs of a join in their roles.</summary>
    public Op Joining(Op outer, Op inner) => Under(outer.As("Outer"), inner.As("Inner"));

    public Op As(string relationship) => Set("Parent Relationship", relationship);

    public JsonObject ToJson()
    {
        var json = (JsonObject)_json.DeepClone();
        if (_inputs.Count > 0)
            json["Plans"] = new JsonArray(_inputs.Select(input => (JsonNode)input.ToJson()).ToArray());
        return json;
    }

    /// <summary>The document of one statement.</summary>
    public string Document(JsonObject? settings = null, string? text = null)
    {
        var statement = new JsonObject { ["Plan"] = ToJson() };
        if (settings is not null)
            statement["Settings"] = settings;
        if (text is not null)
            statement["Query Text"] = text;
        return new JsonArray(statement).ToJsonString();
    }
}
