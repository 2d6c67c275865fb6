using RgPolicy.Cli.Why;
using RgPolicy.Engine.Testing;
using RgPolicy.Service.Status.Mapping;

namespace RgPolicy.Cli.PolicyTests;

/// <summary>The report for people: each failure with the trace of its decision, then the sums.</summary>
internal sealed class TestText(CliContext context)
{
    private readonly Paint _paint = new(context.UsesColour);

    public void Write(TestReport report)
    {
        foreach (var outcome in report.Outcomes.Where(each => !each.Passed))
            WriteFailure(outcome);

        if (report.Coverage is { } coverage)
            WriteCoverage(coverage);

        var skipped = report.Skipped > 0 ? $", {report.Skipped} skipped" : "";
        context.Output.WriteLine($"{report.Passed} passed, {report.Failed} failed{skipped}");
    }

    private void WriteFailure(TestOutcome outcome)
    {
        context.Output.WriteLine(
            $"{_paint.Of(Tint.Bad, "FAILED[RG6001]")} {Printable.Of(outcome.Path)}:{outcome.Line}: {_paint.Of(Tint.Strong, Printable.Of(outcome.Name))}"
        );
        foreach (var line in outcome.Message.Split('\n'))
            context.Output.WriteLine($"  {Printable.Of(line)}");

        if (outcome.Trace is { } trace)
            new WhyText(context).WriteTried(WhyMapper.Map(trace, withValueTexts: true));

        context.Output.WriteLine();
    }

    private void WriteCoverage(PolicyCoverage coverage)
    {
        WriteShare("classes", coverage.CoveredClasses, coverage.Classes, coverage.ClassPercent);
        WriteShare("branches", coverage.CoveredBranches, coverage.Branches, coverage.BranchPercent);
        WriteShare("steps", coverage.CoveredSteps, coverage.Steps, coverage.StepPercent);
        WriteShare("states", coverage.CoveredStates, coverage.States, coverage.StatePercent);
        if (!coverage.Untouched.IsEmpty)
            context.Output.WriteLine("no test touches");

        foreach (var part in coverage.Untouched)
            context.Output.WriteLine($"  {Printable.Of(part.Path)}:{part.Line}: {Printable.Of(part.Text)}");
    }

    private void WriteShare(string what, int part, int whole, decimal percent)
    {
        if (whole > 0)
            context.Output.WriteLine(Invariant($"coverage of {what}: {part} of {whole} ({percent}%)"));
    }
}
