using System.Text.Json;
using System.Text.Json.Serialization;
using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Options;

/// <summary>Reads root's limits.</summary>
internal static class LimitsFile
{
    /// <summary>The limits, or null with the problem; without a file the defaults.</summary>
    internal static Limits? Read(string? path, out string problem)
    {
        problem = string.Empty;
        if (path is null)
            return Limits.Default;

        if (FileOwner.Read(path) is not { IsRegularFile: true } owner)
        {
            problem = $"the limits file {path} is not there, or is not an ordinary file";
            return null;
        }

        if ((owner.User != 0 && owner.User != Libc.GetUser()) || owner.OthersMayWrite)
        {
            problem =
                $"the limits file {path} must belong to root and be writable for root only: chown "
                + $"root {path}; chmod 644 {path}";
            return null;
        }

        return Parse(FileRoot.Machine.ReadText(path) ?? string.Empty, out problem);
    }

    internal static Limits? Parse(string text, out string problem)
    {
        try
        {
            var document = JsonSerializer.Deserialize(text, LimitsJson.Default.LimitsDocument);
            problem = document is null ? "the limits file is empty" : Check(document);
            return document is null || problem.Length > 0 ? null : Apply(document);
        }
        catch (JsonException e)
        {
            problem = $"the limits file is not understood at line {(e.LineNumber ?? 0) + 1}";
            return null;
        }
    }

    private static string Check(LimitsDocument document) =>
        document switch
        {
            { MaxPools: < 1 or > 63 } => "max_pools must be 1 to 63",
            { LeastCpuShare: not (null or (>= 0.01 and <= 1)) } => "least_cpu_share must be 0.01 to 1",
            { LeastWays: < 1 or > 64 } => "least_ways must be 1 to 64",
            { MostWays: < 1 or > 64 } => "most_ways must be 1 to 64",
            { MaxProcesses: < 1 or > 1000 } => "max_processes must be 1 to 1000",
            { LeastReadBytes: < 1 } or { LeastReads: < 1 } => "least_read_bytes and least_reads must be at least 1",
            { RescheduleMs: < 0 or > 100 } => "reschedule_ms must be 0 (none) to 100",
            { ReadyMs: < 0 or > 100 } => "ready_ms must be 0 (none) to 100",
            { AllowedCores: { } cores } when CpuList.Parse(cores) is not { Length: > 0 } =>
                "allowed_cores must be a list such as \"0-3,8\"",
            { Pools: { } pools } => CheckPools(pools),
            _ => string.Empty,
        };

    private static string CheckPools(IReadOnlyList<PoolLimitsDocument> pools) =>
        pools.Count is 0 or > 63 ? "pools must name 1 to 63 pools"
        : pools.Any(p => p is null) || pools.Select(p => p.Number).Distinct().Count() < pools.Count
            ? "pools names a pool twice"
        : pools.Select(CheckPool).FirstOrDefault(problem => problem.Length > 0) ?? string.Empty;

    private static string CheckPool(PoolLimitsDocument pool)
    {
        var problem = pool switch
        {
            { Number: < 1 or > 63 } => "number must be 1 to 63",
            { Ways: { } ways } when Range(ways) is null => "ways must be a range such as \"0-5\"",
            { LeastWays: < 1 or > 64 } or { MostWays: < 1 or > 64 } => "least_ways and most_ways must be 1 to 64",
            { LeastCpuShare: not (null or (>= 0.01 and <= 1)) } or { MostCpuShare: not (null or (>= 0.01 and <= 1)) } =>
                "least_cpu_share and most_cpu_share must be 0.01 to 1",
            { AllowedCores: { } cores } when CpuList.Parse(cores) is not { Length: > 0 } =>
                "allowed_cores must be a list such as \"0-3,8\"",
            { Domains: { } domains } when CpuList.Parse(domains) is not { Length: > 0 } =>
                "domains must be a list such as \"0,1\"",
            _ => string.Empty,
        };
        return problem.Length == 0
            ? problem
            : string.Create(CultureInfo.InvariantCulture, $"pool {pool.Number}: {problem}");
    }

    // One run: what a list of CPUs would be, without gaps.
    private static (int First, int Last)? Range(string? text) =>
        CpuList.Parse(text) is { Length: > 0 } ways && ways[^1] - ways[0] + 1 == ways.Length && ways[^1] < 64
            ? (ways[0], ways[^1])
            : null;

    private static Limits Apply(LimitsDocument document)
    {
        var defaults = Limits.Default;
        return new Limits
        {
            MaxPools = document.MaxPools ?? defaults.MaxPools,
            LeastCpuShare = document.LeastCpuShare ?? defaults.LeastCpuShare,
            AllowedCores = CpuList.Parse(document.AllowedCores),
            LeastWays = document.LeastWays ?? defaults.LeastWays,
            MostWays = document.MostWays,
            MaxProcesses = document.MaxProcesses ?? defaults.MaxProcesses,
            Pools = document.Pools is { } pools ? [.. pools.Select(p => ApplyPool(p, document))] : null,
            LeastReadBytes = document.LeastReadBytes ?? defaults.LeastReadBytes,
            LeastReads = document.LeastReads ?? defaults.LeastReads,
            DynamicMasks = document.DynamicMasks ?? false,
            BackgroundWorkers = document.BackgroundWorkers ?? false,
            Sampling = document.Sampling ?? false,
            RescheduleInterval = document.RescheduleMs is { } reschedule
                ? TimeSpan.FromMilliseconds(reschedule)
                : defaults.RescheduleInterval,
            ReadyInterval = document.ReadyMs is { } ready ? TimeSpan.FromMilliseconds(ready) : defaults.ReadyInterval,
        };
    }

    private static PoolLimits ApplyPool(PoolLimitsDocument pool, LimitsDocument all) =>
        new(pool.Number)
        {
            Ways = Range(pool.Ways),
            LeastWays = pool.LeastWays ?? all.LeastWays ?? 1,
            MostWays = pool.MostWays ?? all.MostWays,
            Domains = CpuList.Parse(pool.Domains),
            AllowedCores = CpuList.Parse(pool.AllowedCores ?? all.AllowedCores),
            LeastCpuShare = pool.LeastCpuShare ?? all.LeastCpuShare ?? Limits.DefaultLeastCpuShare,
            MostCpuShare = pool.MostCpuShare ?? 1,
        };
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    ReadCommentHandling = JsonCommentHandling.Skip,
    AllowTrailingCommas = true
)]
[JsonSerializable(typeof(LimitsDocument))]
internal sealed partial class LimitsJson : JsonSerializerContext;

/// <summary>The limits file; what is not given keeps its default.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
internal sealed record LimitsDocument
{
    public int? MaxPools { get; init; }

    public double? LeastCpuShare { get; init; }

    public string? AllowedCores { get; init; }

    public int? LeastWays { get; init; }

    public int? MostWays { get; init; }

    public int? MaxProcesses { get; init; }

    public long? LeastReadBytes { get; init; }

    public long? LeastReads { get; init; }

    public int? RescheduleMs { get; init; }

    public int? ReadyMs { get; init; }

    public IReadOnlyList<PoolLimitsDocument>? Pools { get; init; }

    public bool? DynamicMasks { get; init; }

    public bool? BackgroundWorkers { get; init; }

    public bool? Sampling { get; init; }
}
