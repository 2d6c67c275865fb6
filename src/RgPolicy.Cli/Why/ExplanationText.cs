using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Terminal;
using RgPolicy.Engine.Explain;
using RgPolicy.Service.Status;

namespace RgPolicy.Cli.Why;

/// <summary>An explanation for people.</summary>
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
        _text.Write(WhyMapper.Map(explanation, withValueTexts: true));
    }

    /// <summary>Prints each class tried with what it asked and was told.</summary>
    public void WriteTried(Explanation explanation) => _text.WriteTried(WhyMapper.Map(explanation, withValueTexts: true));
}
