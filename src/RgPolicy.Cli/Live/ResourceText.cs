using System.Globalization;
using System.Text.Json;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Terminal;

namespace RgPolicy.Cli.Live;

/// <summary>What a DBMS tells of its own resources, for people; nothing where it tells nothing.</summary>
internal static class ResourceText
{
    /// <summary>Writes the pools, what running queries have, and the masks of CPUs.</summary>
    public static void Write(CliContext context, JsonElement status)
    {
        if (status.TryGetProperty("resources", out var resources) && resources.ValueKind == JsonValueKind.Object)
        {
            WritePools(context, resources.GetProperty("pools"));
            WriteRequests(context, status.GetProperty("queries"));
        }

        if (status.TryGetProperty("core_masks", out var masks) && masks.ValueKind == JsonValueKind.Object)
        {
            WriteMasks(context, masks);
        }
    }

    private static void WritePools(CliContext context, JsonElement pools)
    {
        context.Output.WriteLine();
        var table = new TextTable(["resource pool", "CPUs busy", "memory", "of", "granted", "waiting", "own CPUs", "group", "active", "queued", "blocked"])
            { Figures = [1, 5, 8, 9, 10] };
        foreach (var pool in pools.EnumerateArray())
        {
            foreach (var group in pool.GetProperty("groups").EnumerateArray())
            {
                table.Add(
                    OneLine.Of(Text(pool, "name")), Number(pool, "busy_cpus"), Size(pool, "used_memory_bytes"), Size(pool, "max_memory_bytes"),
                    Size(pool, "granted_bytes"), Text(pool, "grants_waiting"), Text(pool, "cpus"), OneLine.Of(Text(group, "name")),
                    Text(group, "active"), Text(group, "queued"), Text(group, "blocked_tasks"));
            }
        }

        table.Write(context);
    }

    private static void WriteRequests(CliContext context, JsonElement queries)
    {
        var table = new TextTable(["query", "DOP", "schedulers", "CPUs", "grant asked", "granted", "used", "waits"]) { Figures = [1] };
        var hasAny = false;
        foreach (var query in queries.EnumerateArray())
        {
            if (query.GetProperty("resources") is not { ValueKind: JsonValueKind.Object } has)
            {
                continue;
            }

            var grant = has.GetProperty("grant");
            hasAny = true;
            table.Add(
                Text(query, "id"), Text(has, "dop"), Text(has, "schedulers"), Text(has, "cpus"), Of(grant, "requested_bytes", Size),
                Of(grant, "granted_bytes", Size), Of(grant, "used_bytes", Size), Of(grant, "waited_seconds", Number));
        }

        if (hasAny)
        {
            context.Output.WriteLine();
            table.Write(context);
        }
    }

    private static void WriteMasks(CliContext context, JsonElement masks)
    {
        context.Output.WriteLine();
        if (masks.GetProperty("problem") is { ValueKind: JsonValueKind.String } problem)
        {
            context.Output.WriteLine("masks     no CPU has masks of its pool: " + problem.GetString());
        }

        foreach (var pool in masks.GetProperty("pools").EnumerateArray())
        {
            var readBack = pool.GetProperty("read_back") is { ValueKind: JsonValueKind.Object } read
                ? $"in force: CPUs {Text(read, "cpus")} {Text(read, "cache_mask")}" : "not in force";
            context.Output.WriteLine(
                $"masks     {OneLine.Of(Text(pool, "name"))}: CPUs {Text(pool, "cpus")} {Text(pool, "masks")} ({Text(pool, "reason")}); {readBack}");
        }
    }

    private static string Of(JsonElement grant, string name, Func<JsonElement, string, string> format) =>
        grant.ValueKind == JsonValueKind.Object ? format(grant, name) : "-";

    private static string Size(JsonElement owner, string name) =>
        owner.GetProperty(name) is { ValueKind: JsonValueKind.Number } bytes ? Sizes.Text(bytes.GetInt64()) : "-";

    private static string Number(JsonElement owner, string name) => owner.GetProperty(name) is { ValueKind: JsonValueKind.Number } number
        ? number.GetDouble().ToString("0.0", CultureInfo.InvariantCulture) : "-";

    private static string Text(JsonElement owner, string name) => owner.GetProperty(name) switch
    {
        { ValueKind: JsonValueKind.Null } => "-",
        { ValueKind: JsonValueKind.String } text => text.GetString() is { Length: > 0 } word ? word : "-",
        var other => other.GetRawText(),
    };
}
