namespace RgPolicy.Cli.Simulate;

/// <summary>Writes <c>rgp/simulate/1</c>.</summary>
internal static class SimulateJson
{
    public static void Write(CliContext context, SimulateReport report) =>
        new JsonReport(context, "rgp/simulate/1").Write(json => WriteMembers(json, report));

    public static void WriteMembers(Utf8JsonWriter json, SimulateReport report)
    {
        json.WriteString("target", report.Target.Name);
        json.WriteNumber("seconds", report.Mix.Seconds);
        json.WriteNumber("samples", report.Samples);
        json.WriteNumber("uncertainty_percent", report.Mix.Uncertainty * 100);
        WriteRuns(json, "ungoverned", report.Comparison, report.Programs);
    }

    /// <summary>Runs under policies, and the one that they are compared with.</summary>
    public static void WriteRuns(
        Utf8JsonWriter json,
        string before,
        Comparison comparison,
        IEnumerable<PolicyProgram> programs
    )
    {
        json.WriteStartObject(before);
        WriteRun(json, comparison.Ungoverned, []);
        json.WriteEndObject();
        json.WriteObjects(
            "policies",
            programs.Zip(comparison.Policies),
            each =>
            {
                json.WriteString("policy", each.First.Policy.Path);
                json.WriteString("revision", each.First.Revision);
                WriteRun(json, each.Second.Run, each.Second.Gains);
                json.WriteObjects("masks", each.Second.Run.Maps, map => WriteMap(json, map));
                json.WriteObjects(
                    "classes",
                    ClassOutcome.Of(comparison.Ungoverned, each.Second),
                    one => WriteClass(json, one)
                );
            }
        );
    }

    private static void WriteRun(Utf8JsonWriter json, RunOutcome run, IReadOnlyList<QueryGain> gains)
    {
        json.WriteNumber("simulated_seconds", run.Seconds);
        json.WriteBoolean("cut", run.IsCut);
        json.WriteNumber("lost_arrivals", run.Lost);
        json.WriteObjects(
            "queries",
            run.Queries.Select((query, index) => (query, index)),
            each =>
            {
                WriteQuery(json, each.query);
                if (gains.Count > 0)
                {
                    Write(json, "gain", gains[each.index].Gain);
                    Write(json, "gain_low", gains[each.index].Low);
                    Write(json, "gain_high", gains[each.index].High);
                    Write(json, "throughput_gain", gains[each.index].Throughput);
                    Write(json, "chance", gains[each.index].Chance);
                }
            }
        );
    }

    private static void WriteQuery(Utf8JsonWriter json, QueryOutcome query)
    {
        json.WriteString("query", query.Name);
        Write(json, "class", query.Class);
        Write(json, "pool", query.Pool);
        json.WriteNumber("executions", query.Executions);
        json.WriteNumber("finished", query.Finished);
        Write(json, "mean_seconds", query.MeanSeconds);
        Write(json, "hit_ratio", query.HitRatio);
        json.WriteNumber("memory_bytes_per_second", query.BytesPerSecond);
        Write(json, "last_end_seconds", query.Finished > 0 ? query.LastEnd : null);
        json.WriteNumber("unfinished", query.Unfinished);
        Write(json, "response_seconds", query.ResponseSeconds);
    }

    private static void WriteClass(Utf8JsonWriter json, ClassOutcome outcome)
    {
        Write(json, "class", outcome.Class);
        json.WriteNumber("queries", outcome.Queries);
        Write(json, "gain", outcome.Gain);
        Write(json, "gain_low", outcome.Low);
        Write(json, "gain_high", outcome.High);
        Write(json, "hit_ratio", outcome.HitRatio);
        Write(json, "hit_ratio_before", outcome.HitRatioBefore);
        json.WriteNumber("memory_bytes_per_second", outcome.BytesPerSecond);
        json.WriteNumber("memory_bytes_per_second_before", outcome.BytesPerSecondBefore);
        Write(json, "throughput_gain", outcome.Throughput);
    }

    private static void WriteMap(Utf8JsonWriter json, MaskMap map)
    {
        json.WriteNumber("from_seconds", map.Seconds);
        json.WriteObjects(
            "pools",
            map.Pools,
            pool =>
            {
                json.WriteString("pool", pool.Pool);
                json.WriteStartArray("masks");
                foreach (var mask in pool.Masks)
                    json.WriteStringValue(Invariant($"0x{mask:x}"));
                json.WriteEndArray();
            }
        );
    }

    private static void Write(Utf8JsonWriter json, string name, double? number)
    {
        if (number is { } known && double.IsFinite(known))
            json.WriteNumber(name, known);
        else
            json.WriteNull(name);
    }

    private static void Write(Utf8JsonWriter json, string name, string text)
    {
        if (text.Length > 0)
            json.WriteString(name, text);
        else
            json.WriteNull(name);
    }
}
