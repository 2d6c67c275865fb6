using System.Globalization;
using System.Text.Json;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Terminal;

namespace RgPolicy.Cli.Live;

/// <summary>A status document for people.</summary>
internal static class StatusText
{
    public static void Write(CliContext context, JsonElement status)
    {
        WriteHead(context.Output, status);
        WriteQueries(context, status.GetProperty("queries"));
        WritePools(context, status.GetProperty("pools"));
        NotEnforcedText.Write(context.Output, status);
        ResourceText.Write(context, status);
        WriteCoRun(context.Output, status);
        WriteLevers(context.Output, status.GetProperty("host").GetProperty("levers"));
        WriteMeasures(context.Output, status);
    }

    private static void WriteHead(TextWriter output, JsonElement status)
    {
        var target = status.GetProperty("target");
        var service = status.GetProperty("service");
        output.WriteLine($"target    {Text(target, "connection")} ({Text(target, "kind")} {Text(target, "version")})");
        output.WriteLine($"policy    {Text(status, "policy_path")}, revision {Text(status, "revision")}, level {Text(status, "level")}");
        if (status.TryGetProperty("paused", out var paused) && paused.ValueKind == JsonValueKind.Object)
        {
            output.WriteLine($"paused    by {OneLine.Of(Text(paused, "by"))}, since {Text(paused, "since")}: nothing is enforced until rgp resume");
        }

        if (status.TryGetProperty("active_states", out var states) && states.GetArrayLength() > 0)
        {
            output.WriteLine("states    " + string.Join(", ", states.EnumerateArray().Select(state => state.GetString())));
        }

        if (status.GetProperty("audit_lost").GetInt64() is > 0 and var lost)
        {
            output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"audit     {Text(status, "audit_path")} cannot be written; {lost} entries are missing"));
        }

        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"service   process {service.GetProperty("process_id").GetInt32()}, up {Seconds(service, "uptime_seconds")}, {Seconds(service, "cpu_seconds")} of CPU{InServer(service)}, {Sizes.Text(service.GetProperty("memory_bytes").GetInt64())}"));
        if (status.GetProperty("sidecar") is { ValueKind: JsonValueKind.Object } sidecar)
        {
            output.WriteLine(sidecar.GetProperty("is_ready").GetBoolean()
                ? $"sidecar   ready; {Text(sidecar, "moved_processes")} processes in pools, {Text(sidecar, "moves_done")} moves, {Text(sidecar, "moves_failed")} failed"
                : $"sidecar   not ready: {Text(sidecar, "error")}");
        }
    }

    private static void WriteQueries(CliContext context, JsonElement queries)
    {
        context.Output.WriteLine();
        if (queries.GetArrayLength() == 0)
        {
            context.Output.WriteLine("No query is running.");
            return;
        }

        var table = new TextTable(["query", "class", "pool", "running", "application", "note"]) { Figures = [3] };
        foreach (var query in queries.EnumerateArray())
        {
            var provisional = query.GetProperty("provisional").GetBoolean() ? " (provisional)" : "";
            table.Add(
                Text(query, "id"), Text(query, "class") + provisional, Text(query, "pool"), Seconds(query, "elapsed_seconds"),
                OneLine.Of(Text(query, "application")), OneLine.Of(Text(query, "note")));
        }

        table.Write(context);
    }

    private static void WritePools(CliContext context, JsonElement pools)
    {
        context.Output.WriteLine();
        var table = new TextTable(["pool", "setting", "requested", "in force", "effect"]);
        foreach (var pool in pools.EnumerateArray())
        {
            foreach (var setting in pool.GetProperty("settings").EnumerateArray())
            {
                table.Add(
                    Text(pool, "name"), Text(setting, "name"), Text(setting, "requested"), Text(setting, "effective"), Text(setting, "effect"));
            }

            if (pool.GetProperty("read_back") is { ValueKind: JsonValueKind.Object } readBack)
            {
                table.Add(Text(pool, "name"), "(read back)", "", Text(readBack, "cpu_lever"), Text(readBack, "cache_mask"));
                AddReadLimit(table, pool, readBack);
            }
        }

        table.Write(context);
        WriteProblems(context.Output, pools);
    }

    private static void AddReadLimit(TextTable table, JsonElement pool, JsonElement readBack)
    {
        if (Text(readBack, "read_limit") is { Length: > 0 } limit)
        {
            table.Add(Text(pool, "name"), "(read back)", "", limit, "");
        }
    }

    private static void WriteProblems(TextWriter output, JsonElement pools)
    {
        foreach (var pool in pools.EnumerateArray())
        {
            if (pool.GetProperty("read_back") is not { ValueKind: JsonValueKind.Object } readBack)
            {
                continue;
            }

            foreach (var problem in readBack.GetProperty("problems").EnumerateArray())
            {
                output.WriteLine($"problem   pool {Text(pool, "name")}: {problem.GetString()}");
            }
        }
    }

    /// <summary>Who would have been held back at a gate; there is none.</summary>
    private static void WriteCoRun(TextWriter output, JsonElement status)
    {
        if (!status.TryGetProperty("co_run", out var coRun) || coRun.ValueKind != JsonValueKind.Object)
        {
            return;
        }

        output.WriteLine();
        foreach (var gate in coRun.GetProperty("gates").EnumerateArray())
        {
            output.WriteLine(
                $"co-run    {Text(gate, "kind")} {Text(gate, "name")}: {Text(gate, "open")} should run, {Text(gate, "waiting")} should wait (advice: there is no gate)");
        }

        foreach (var hold in coRun.GetProperty("held").EnumerateArray())
        {
            output.WriteLine($"co-run    {Text(hold, "query")} should wait: {Text(hold, "reason")}");
        }
    }

    private static void WriteLevers(TextWriter output, JsonElement levers)
    {
        if (levers.GetArrayLength() > 0)
        {
            output.WriteLine();
        }

        foreach (var lever in levers.EnumerateArray())
        {
            output.WriteLine($"lever     {Text(lever, "lever")}: {Text(lever, "state")}; {Text(lever, "reason")}");
        }
    }

    private static void WriteMeasures(TextWriter output, JsonElement status)
    {
        output.WriteLine();
        output.WriteLine("poll      " + Quantiles(status.GetProperty("poll").GetProperty("cost_seconds")));
        output.WriteLine("reaction  " + Quantiles(status.GetProperty("reactions").GetProperty("all_seconds")));
        foreach (var note in status.GetProperty("poll").GetProperty("notes").EnumerateArray())
        {
            output.WriteLine("note      " + note.GetString());
        }
    }

    private static string Quantiles(JsonElement quantiles) => quantiles.ValueKind == JsonValueKind.Object
        ? $"p50 {Seconds(quantiles, "p50")}, p95 {Seconds(quantiles, "p95")}, p99 {Seconds(quantiles, "p99")} over {Text(quantiles, "count")}"
        : "nothing measured yet";

    // A service of an older version does not tell.
    private static string InServer(JsonElement service) =>
        service.TryGetProperty("server_cpu_seconds", out var cpu) && cpu.ValueKind == JsonValueKind.Number
            ? $" here and {Seconds(service, "server_cpu_seconds")} in the server"
            : "";

    private static string Seconds(JsonElement owner, string name) =>
        RunText.Seconds(TimeSpan.FromSeconds(owner.GetProperty(name).GetDouble()));

    private static string Text(JsonElement owner, string name) => owner.GetProperty(name) switch
    {
        { ValueKind: JsonValueKind.Null } => "-",
        { ValueKind: JsonValueKind.String } text => text.GetString() ?? "",
        var other => other.GetRawText(),
    };
}
