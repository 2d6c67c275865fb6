using System.Buffers;
using System.Text.Encodings.Web;
using System.Text.Json;
using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.Texts;

/// <summary>Writes a plan that was printed as text in the JSON form of the same server, operator by operator, so that
/// one reader judges both.</summary>
internal sealed class PlanWriter : IDisposable
{
    private static readonly JsonWriterOptions Plain = new()
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        MaxDepth = JsonTape.MaximumDepth,
        SkipValidation = true,
    };

    private static readonly SearchValues<char> Digits = SearchValues.Create("0123456789.eE+-");

    private readonly ArrayBufferWriter<byte> _bytes = new();
    private readonly Utf8JsonWriter _json;
    private readonly string _inputs;
    private readonly Stack<TextOperator> _open = new();

    /// <param name="inputs">The name of the list of an operator's inputs.</param>
    public PlanWriter(string inputs)
    {
        _json = new(_bytes, Plain);
        _inputs = inputs;
        _json.WriteStartObject();
    }

    /// <summary>The innermost operator that still takes properties and inputs.</summary>
    public TextOperator? Top => _open.TryPeek(out var top) ? top : null;

    /// <summary>Operators down to the innermost.</summary>
    public int Depth => _open.Count;

    public void Dispose() => _json.Dispose();

    /// <summary>Begins an operator below the innermost that is open.</summary>
    public void Begin(TextOperator each, string root)
    {
        if (Top is not { } parent)
            _json.WritePropertyName(root);
        else if (parent.AllInputs++ == 0)
            _json.WriteStartArray(_inputs);
        _json.WriteStartObject();
        _open.Push(each);
    }

    /// <summary>Ends the list of the innermost operator's inputs; members may follow.</summary>
    public void EndInputs()
    {
        if (Top is { AllInputs: > 0 })
            _json.WriteEndArray();
    }

    /// <summary>Ends the innermost operator.</summary>
    public void End()
    {
        _open.Pop();
        _json.WriteEndObject();
    }

    /// <summary>A property as it is printed; a truth value is one in JSON, too.</summary>
    public void Property(string name, ReadOnlySpan<char> value)
    {
        if (value is "true" or "false")
            _json.WriteBoolean(name, value is "true");
        else
            _json.WriteString(name, value);
    }

    public void Text(string name, ReadOnlySpan<char> value) => _json.WriteString(name, value);

    public void True(string name) => _json.WriteBoolean(name, true);

    /// <summary>The digits that a text begins with, without what they are counted in.</summary>
    public void Number(string name, ReadOnlySpan<char> value)
    {
        var length = value.IndexOfAnyExcept(Digits);
        var digits = length < 0 ? value : value[..length];
        if (double.TryParse(digits, NumberStyles.Float, CultureInfo.InvariantCulture, out var number))
            Number(name, number);
    }

    /// <summary>What is no number in JSON is left out: a figure that is not known.</summary>
    public void Number(string name, double value)
    {
        if (double.IsFinite(value))
            _json.WriteNumber(name, value);
    }

    public void BeginObject(string name) => _json.WriteStartObject(name);

    public void BeginObject() => _json.WriteStartObject();

    public void EndObject() => _json.WriteEndObject();

    public void BeginList(string name) => _json.WriteStartArray(name);

    public void EndList() => _json.WriteEndArray();

    /// <summary>The whole document; nothing can be added after it.</summary>
    public byte[] Finish()
    {
        _json.WriteEndObject();
        _json.Flush();
        return _bytes.WrittenSpan.ToArray();
    }
}

/// <summary>An operator of a plan that was printed as text, while its properties and inputs are read.</summary>
/// <param name="column">Where its arrow stands; what belongs to it stands further right.</param>
/// <param name="type">What it is, in the words of the JSON form.</param>
/// <param name="rows">Rows that it is expected to deliver.</param>
internal sealed class TextOperator(int column, string type, double? rows)
{
    public int Column => column;
    public string Type => type;
    public double? Rows => rows;

    /// <summary>True where an input or a sub-plan has to follow.</summary>
    public bool NeedsAny { get; init; }

    /// <summary>Inputs without which the server prints no such operator.</summary>
    public int Needed { get; init; }

    /// <summary>Inputs and sub-plans.</summary>
    public int AllInputs { get; set; }

    /// <summary>Inputs without sub-plans.</summary>
    public int Inputs { get; set; }

    /// <summary>Rows that its inputs are expected to deliver.</summary>
    public double InputRows { get; set; }

    /// <summary>True where the server has taken inputs away before it ran.</summary>
    public bool IsPruned { get; set; }

    /// <summary>True where the pages that it touched are printed.</summary>
    public bool HasBuffers { get; set; }

    /// <summary>Where the line of a worker stands; what it measured may follow further right.</summary>
    public int? WorkerColumn { get; set; }
}
