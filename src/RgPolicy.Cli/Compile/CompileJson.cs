using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile.Phases;
using RgPolicy.Language.Model;
using RgPolicy.Service.Status.Mapping;

namespace RgPolicy.Cli.Compile;

/// <summary>A compiled policy for scripts: <c>rgp/compile/1</c>.</summary>
internal static class CompileJson
{
    public static void Write(CliContext context, PolicyProgram program) =>
        new JsonReport(context, "rgp/compile/1").Write(json =>
        {
            json.WriteString("policy_path", program.Policy.Path);
            json.WriteString("revision", program.Revision);
            json.WriteString("target", program.Target.Name);
            WritePhases(json, program);
            json.Write("rules", program.StepEffects, ReportForms.Default.IEnumerableStepEffect);
            json.WriteObjects("pools", program.Pools, pool => WritePool(json, pool));
            json.WritePropertyName("not_enforced");
            JsonSerializer.Serialize(json, PolicyMapper.NotEnforced(program), DocumentFormat.NotEnforced);
        });

    private static void WritePhases(Utf8JsonWriter json, PolicyProgram program) =>
        json.WriteObjects(
            "phases",
            program.Phases,
            phase =>
            {
                json.WriteString("phase", PhaseText.Name(phase.Phase));
                WriteClasses(json, "classes", phase.Decided);
                WriteClasses(json, "never", phase.Never);
                json.WriteObjects(
                    "residue",
                    phase.Residue,
                    left =>
                    {
                        json.WriteString("class", left.Class.Name);
                        json.WriteNumber("line", left.Class.Range.StartLine);
                        json.WriteString("left", left.Left);
                        json.WriteTexts("waits_for", left.WaitsFor);
                    }
                );
            }
        );

    private static void WriteClasses(Utf8JsonWriter json, string name, ImmutableArray<QueryClass> classes) =>
        json.WriteObjects(
            name,
            classes,
            item =>
            {
                json.WriteString("class", item.Name);
                json.WriteString("pool", item.Pool.Name);
                json.WriteNumber("line", item.Range.StartLine);
            }
        );

    private static void WritePool(Utf8JsonWriter json, PoolAllotment pool)
    {
        json.WriteString("pool", pool.Pool.Name);
        json.WriteNumber("number", pool.Number);
        json.WriteBoolean("moves_processes", pool.Throttles);
        json.WriteNumberOrNull("cpu_share", (decimal?)pool.CpuShare);
        json.WriteNumberOrNull("ways", pool.WayCount);
        json.WriteNumberOrNull("memory_bandwidth_percent", pool.MemoryBandwidthPercent);
        json.WritePropertyName("settings");
        JsonSerializer.Serialize(json, PolicyMapper.Settings(pool.Settings), DocumentFormat.Settings);
    }
}

/// <summary>How phases are named.</summary>
internal static class PhaseText
{
    public static string Name(DecisionPhase phase) =>
        phase switch
        {
            DecisionPhase.Target => "target",
            DecisionPhase.Session => "session",
            DecisionPhase.Statement => "statement",
            DecisionPhase.Plan => "plan",
            _ => "request",
        };

    public static string Text(DecisionPhase phase) =>
        phase switch
        {
            DecisionPhase.Target => "by the target",
            DecisionPhase.Session => "at login",
            DecisionPhase.Statement => "with the statement's text",
            DecisionPhase.Plan => "with the plan",
            _ => "while it runs",
        };
}
