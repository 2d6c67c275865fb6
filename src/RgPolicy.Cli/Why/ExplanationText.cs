using System.Text.Json;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Terminal;
using RgPolicy.Engine.Explain;

namespace RgPolicy.Cli.Why;

/// <summary>An explanation for people, printed from the document that scripts get.</summary>
internal sealed class ExplanationText(CliContext context)
{
    private readonly Paint _paint = new(context.UsesColour);
    private readonly WhyText _text = new(context);

    /// <summary>Prints it.</summary>
    public void Write(Explanation explanation)
    {
        context.Output.WriteLine(
            $"class {_paint.Of(Tint.Strong, explanation.Class)} -> pool {_paint.Of(Tint.Strong, explanation.Pool)}, "
            + $"line {explanation.Line}{(explanation.IsProvisional ? WhyText.Provisional : "")}");
        context.Output.WriteLine($"policy revision {explanation.Revision}");
        context.Output.WriteLine();
        using var why = Parse(explanation);
        _text.WriteTried(why.RootElement);
        _text.WriteUnknown(why.RootElement);
        _text.WriteAllotment(why.RootElement);
    }

    /// <summary>Prints each class tried with what it asked and was told.</summary>
    public void WriteTried(Explanation explanation)
    {
        using var why = Parse(explanation);
        _text.WriteTried(why.RootElement);
    }

    private static JsonDocument Parse(Explanation explanation) => JsonDocument.Parse(
        JsonOutput.Document("rgp/why/1", json => ExplanationJson.Write(json, explanation, withValueTexts: true)));
}
