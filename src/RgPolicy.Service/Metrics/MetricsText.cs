using System.Buffers;
using System.Globalization;
using System.Text;

namespace RgPolicy.Service.Metrics;

/// <summary>Writes the Prometheus text format (version 0.0.4): families in order, each with its help and type before its samples.</summary>
internal sealed class MetricsText
{
    private readonly StringBuilder _text = new();
    private string _family = "";

    /// <summary>Begins a family of counters; the name ends in <c>_total</c>.</summary>
    public MetricsText Counter(string name, string help) => Begin(name, "counter", help);

    /// <summary>Begins a family of gauges.</summary>
    public MetricsText Gauge(string name, string help) => Begin(name, "gauge", help);

    /// <summary>Begins a family of summaries.</summary>
    public MetricsText Summary(string name, string help) => Begin(name, "summary", help);

    /// <summary>Begins a family like one that was read.</summary>
    public MetricsText Begin(MetricFamily family) => Begin(family.Name, family.Type, family.Help);

    /// <summary>A sample of the family begun last.</summary>
    public MetricsText Sample(double value, params (string Name, string Value)[] labels) => Sample("", value, labels);

    /// <summary>A sample whose name has a suffix, as a summary's sum and count.</summary>
    public MetricsText Sample(string suffix, double value, params (string Name, string Value)[] labels)
    {
        _text.Append(_family).Append(suffix);
        for (var index = 0; index < labels.Length; index++)
        {
            _text.Append(index == 0 ? '{' : ',').Append(labels[index].Name).Append("=\"");
            AppendEscaped(labels[index].Value, isLabel: true);
            _text.Append('"');
        }

        _text.Append(labels.Length > 0 ? "} " : " ").Append(Number(value)).Append('\n');
        return this;
    }

    /// <summary>Writes all families as UTF-8.</summary>
    public void WriteTo(IBufferWriter<byte> output)
    {
        // A pair of surrogates may stand in two chunks.
        var encoder = Encoding.UTF8.GetEncoder();
        foreach (var chunk in _text.GetChunks())
        {
            encoder.Convert(chunk.Span, output, flush: false, out _, out _);
        }

        encoder.Convert([], output, flush: true, out _, out _);
    }

    /// <summary>All families.</summary>
    public string ToText() => _text.ToString();

    private static string Number(double value) => value switch
    {
        double.PositiveInfinity => "+Inf",
        double.NegativeInfinity => "-Inf",
        _ => value.ToString("R", CultureInfo.InvariantCulture),
    };

    private MetricsText Begin(string name, string type, string help)
    {
        _family = name;
        _text.Append("# HELP ").Append(name).Append(' ');
        AppendEscaped(help, isLabel: false);
        _text.Append("\n# TYPE ").Append(name).Append(' ').Append(type).Append('\n');
        return this;
    }

    private void AppendEscaped(string value, bool isLabel)
    {
        foreach (var each in value)
        {
            _ = each switch
            {
                '\\' => _text.Append(@"\\"),
                '\n' => _text.Append(@"\n"),
                '"' when isLabel => _text.Append("\\\""),
                _ => _text.Append(each),
            };
        }
    }
}
