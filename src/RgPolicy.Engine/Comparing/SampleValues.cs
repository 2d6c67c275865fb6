using System.Text.Json;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Comparing;

/// <summary>The signals of a sample: what it gives, what it says is absent, and all else pending, as <c>rgp
/// classify</c> takes them.</summary>
internal static class SampleValues
{
    public static SignalValues Of(Sample sample, TargetProfile target)
    {
        var values = new SignalValues();
        SignalMapper.Reset(values, target);
        foreach (var (name, text) in sample.Values)
        {
            var signal = SignalCatalog.Get(name);
            values[signal] = Read(signal, text);
        }

        foreach (var name in sample.Absent)
            values[SignalCatalog.Get(name)] = SignalValue.Absent;

        return values;
    }

    private static SignalValue Read(Signal signal, string text) =>
        signal.Type switch
        {
            SignalType.Text => SignalValue.Of(text),
            SignalType.Enum => SignalValue.Of(signal.Words.IndexOf(text)),
            SignalType.Bool => SignalValue.Of(text == "true"),
            SignalType.Version => SignalValue.OfVersion([
                .. text.Split('.').Select(part => long.Parse(part, CultureInfo.InvariantCulture)),
            ]),
            SignalType.Set => SignalValue.Of(Members(text)),
            _ => SignalValue.Of(decimal.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture)),
        };

    private static ImmutableArray<string> Members(string text)
    {
        using var document = JsonDocument.Parse(text);
        return [.. document.RootElement.EnumerateArray().Select(member => member.GetString() ?? "")];
    }
}
