using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Terminal;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Explain;

namespace RgPolicy.Cli.Why;

/// <summary>An explanation for people.</summary>
internal sealed class ExplanationText(CliContext context)
{
    private readonly Paint _paint = new(context.UsesColour);

    /// <summary>Prints it.</summary>
    public void Write(Explanation explanation)
    {
        var provisional = explanation.IsProvisional ? " (provisional: it narrows nothing until it is final)" : "";
        context.Output.WriteLine(
            $"class {_paint.Of(Tint.Strong, explanation.Class)} -> pool {_paint.Of(Tint.Strong, explanation.Pool)}, line {explanation.Line}{provisional}");
        context.Output.WriteLine($"policy revision {explanation.Revision}");
        context.Output.WriteLine();
        WriteTried(explanation);
        WriteUnknown(explanation);
        WriteSettings(explanation);
    }

    /// <summary>Prints each class tried with what it asked and was told.</summary>
    public void WriteTried(Explanation explanation)
    {
        context.Output.WriteLine(_paint.Of(Tint.Strong, "Classes tried, from the top"));
        foreach (var tried in explanation.Tried)
        {
            context.Output.WriteLine($"  {Result(tried.Result)}  {tried.Class} (line {tried.Line})");
            foreach (var atom in tried.Atoms)
            {
                context.Output.WriteLine($"           {Result(atom.Result)}  {Printable.Of(atom.Text)}  [{Printable.Of(atom.ValueText)}]");
            }
        }
    }

    private void WriteUnknown(Explanation explanation)
    {
        if (explanation.UnknownSignals.IsEmpty)
        {
            return;
        }

        context.Output.WriteLine();
        context.Output.WriteLine(_paint.Of(Tint.Strong, "Not known"));
        foreach (var signal in explanation.UnknownSignals)
        {
            context.Output.WriteLine($"  {signal.Name}: {(signal.IsPending ? "pending" : "absent, it cannot come any more")}");
        }
    }

    private void WriteSettings(Explanation explanation)
    {
        context.Output.WriteLine();
        context.Output.WriteLine(_paint.Of(Tint.Strong, $"Settings of pool {explanation.Pool}"));
        SettingsTable.Write(context, explanation.Settings);
    }

    private string Result(Truth truth) => truth switch
    {
        Truth.True => _paint.Of(Tint.Good, "true   "),
        Truth.False => _paint.Of(Tint.Faint, "false  "),
        _ => _paint.Of(Tint.Doubtful, "unknown"),
    };
}
