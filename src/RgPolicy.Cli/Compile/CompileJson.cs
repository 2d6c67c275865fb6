using System.Collections.Immutable;
using System.Text.Json;
using RgPolicy.Cli.Shell;
using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Explain;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Model;

namespace RgPolicy.Cli.Compile;

/// <summary>A compiled policy for scripts: <c>rgp/compile/1</c>.</summary>
internal static class CompileJson
{
    /// <summary>Prints it.</summary>
    public static void Write(CliContext context, PolicyProgram program) =>
        JsonOutput.WriteDocument(context, "rgp/compile/1", json =>
        {
            json.WriteString("policy_path", program.Policy.Path);
            json.WriteString("revision", program.Revision);
            json.WriteString("target", program.Target.Name);
            WritePhases(json, program);
            WriteRules(json, program);
            json.WriteStartArray("pools");
            foreach (var pool in program.Pools)
            {
                WritePool(json, pool);
            }

            json.WriteEndArray();
            WriteNotEnforced(json, program);
        });

    private static void WritePhases(Utf8JsonWriter json, PolicyProgram program)
    {
        json.WriteStartArray("phases");
        foreach (var phase in program.Phases)
        {
            json.WriteStartObject();
            json.WriteString("phase", PhaseWords.Name(phase.Phase));
            WriteClasses(json, "classes", phase.Decided);
            WriteClasses(json, "never", phase.Never);
            json.WriteStartArray("residue");
            foreach (var left in phase.Residue)
            {
                json.WriteStartObject();
                json.WriteString("class", left.Class.Name);
                json.WriteNumber("line", left.Class.Range.StartLine);
                json.WriteString("left", left.Left);
                json.WriteStartArray("waits_for");
                left.WaitsFor.ToList().ForEach(json.WriteStringValue);
                json.WriteEndArray();
                json.WriteEndObject();
            }

            json.WriteEndArray();
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static void WriteClasses(Utf8JsonWriter json, string name, ImmutableArray<QueryClass> classes)
    {
        json.WriteStartArray(name);
        foreach (var item in classes)
        {
            json.WriteStartObject();
            json.WriteString("class", item.Name);
            json.WriteString("pool", item.Pool.Name);
            json.WriteNumber("line", item.Range.StartLine);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static void WriteRules(Utf8JsonWriter json, PolicyProgram program)
    {
        json.WriteStartArray("rules");
        foreach (var step in program.StepEffects)
        {
            json.WriteStartObject();
            json.WriteString("rule", step.Rule);
            json.WriteNumber("line", step.Line);
            json.WriteString("when", step.When);
            json.WriteString("then", step.Then);
            json.WriteString("effect", step.Effect);
            json.WriteString("reason", step.Reason);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static void WritePool(Utf8JsonWriter json, PoolAllotment pool)
    {
        json.WriteStartObject();
        json.WriteString("pool", pool.Pool.Name);
        json.WriteNumber("number", pool.Number);
        json.WriteBoolean("moves_processes", pool.Narrows);
        json.WriteNumberOrNull("cpu_share", (decimal?)pool.CpuShare);
        json.WriteNumberOrNull("ways", pool.WayCount);
        json.WriteNumberOrNull("memory_bandwidth_percent", pool.MemoryBandwidthPercent);
        ExplanationJson.WriteSettings(json, pool.Settings);
        json.WriteEndObject();
    }

    private static void WriteNotEnforced(Utf8JsonWriter json, PolicyProgram program)
    {
        json.WriteStartArray("not_enforced");
        foreach (var item in program.NotEnforced)
        {
            json.WriteStartObject();
            json.WriteString("name", item.Name);
            json.WriteNumber("line", item.Line);
            json.WriteString("reason", item.Reason);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }
}
