using RgPolicy.Cli.Why;
using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile.Phases;
using RgPolicy.Service.Status.Mapping;

namespace RgPolicy.Cli.Compile;

/// <summary>A compiled policy for people.</summary>
internal sealed class CompileText(CliContext context)
{
    private readonly Paint _paint = new(context.UsesColour);

    public void Write(PolicyProgram program)
    {
        context.Output.WriteLine($"policy {Printable.Of(program.Policy.Path)}, revision {program.Revision}");
        context.Output.WriteLine($"target {program.Target.Name}: {TargetText(program.Target)}");
        WriteDecisions(program);
        foreach (var pool in program.Pools)
            WritePool(pool);

        WriteRules(program);
        WriteNotEnforced(program);
    }

    private void WriteDecisions(PolicyProgram program)
    {
        Title("Decided");
        foreach (var phase in program.Phases)
        {
            context.Output.WriteLine($"  {PhaseText.Text(phase.Phase)}");
            foreach (var decided in phase.Decided)
                context.Output.WriteLine($"    {decided.Name} -> {decided.Pool.Name} (line {decided.Range.StartLine})");

            foreach (var never in phase.Never)
                context.Output.WriteLine($"    {never.Name}: never on this target (line {never.Range.StartLine})");

            WriteResidue(phase.Residue);
        }
    }

    private void WriteResidue(ImmutableArray<ClassResidue> residue)
    {
        foreach (var left in residue.Where(left => left.Left.Length > 0))
            context.Output.WriteLine($"    left of {left.Class.Name}: {Printable.Of(left.Left)}");
    }

    private void WriteRules(PolicyProgram program)
    {
        if (program.StepEffects.IsEmpty)
            return;

        Title("Rules");
        var table = new TextTable(["  rule", "when", "then", "effect", "reason"]);
        foreach (var step in program.StepEffects)
        {
            table.Add(
                "  " + step.Rule,
                Printable.Of(step.When),
                Printable.Of(step.Then),
                step.Effect.Replace('_', ' '),
                step.Reason
            );
        }

        table.Write(context);
    }

    private void WritePool(PoolAllotment pool)
    {
        Title($"Pool {pool.Pool.Name}");
        context.Output.WriteLine(
            pool.Throttles
                ? Invariant($"  group {pool.Number}: its queries' processes are moved")
                : "  its queries' processes stay where the server was started"
        );
        SettingsTable.Write(context, PolicyMapper.Settings(pool.Settings));
    }

    private void WriteNotEnforced(PolicyProgram program)
    {
        if (program.NotEnforced.IsEmpty)
            return;

        Title("Left over: not carried out on this target");
        foreach (var item in program.NotEnforced)
            context.Output.WriteLine($"  line {item.Line}: {item.Name}: {item.Reason}");
    }

    private void Title(string text)
    {
        context.Output.WriteLine();
        context.Output.WriteLine(_paint.Of(Tint.Strong, text));
    }

    private static string TargetText(TargetProfile target) =>
        Invariant(
            $"{target.DbmsKind} {string.Join('.', target.DbmsVersion)} on {target.OperatingSystem}, {target.Cores} cores, L3 {Sizes.Text(target.LlcBytes)} of {target.LlcWays} ways, {target.ClassesOfService} classes of service"
        );
}
