using System.Buffers;
using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>The planner's constants and memory budgets: PostgreSQL's defaults, changed by what
/// <c>Settings</c> shows.</summary>
internal sealed record PostgresCostModel
{
    /// <summary>Block size of nearly every server; a plan does not tell it.</summary>
    public const double PageBytes = 8192;

    /// <summary>What a disabled path adds to its cost up to version 17.</summary>
    public const double DisableCost = 1e10;

    private const double FallbackBudget = 4 * 1024 * 1024;
    private const double DefaultHashMultiplier = 2;
    private static readonly PostgresCostModel Default = new();
    private static readonly SearchValues<char> Digits = SearchValues.Create("0123456789.");

    public double SeqPage { get; init; } = 1;
    public double RandomPage { get; init; } = 4;
    public double Tuple { get; init; } = 0.01;
    public double IndexTuple { get; init; } = 0.005;
    public double Operator { get; init; } = 0.0025;

    /// <summary>Bytes of one sort, bitmap or spool.</summary>
    public Quantity WorkMemory { get; init; } = new(FallbackBudget, Provenance.Fallback);

    /// <summary>Bytes of one hash table in one process.</summary>
    public Quantity HashMemory { get; init; } = new(FallbackBudget, Provenance.Fallback);

    /// <summary>From a document's <c>Settings</c> object, which lists only what differs from the
    /// server's defaults.</summary>
    public static PostgresCostModel From(JsonValue? shown)
    {
        if (shown is not { } settings)
            return Default;
        var model = Default;
        return WithMemory(settings, model) with
        {
            SeqPage = Positive(settings, "seq_page_cost", model.SeqPage),
            RandomPage = Positive(settings, "random_page_cost", model.RandomPage),
            Tuple = Positive(settings, "cpu_tuple_cost", model.Tuple),
            IndexTuple = Positive(settings, "cpu_index_tuple_cost", model.IndexTuple),
            Operator = Positive(settings, "cpu_operator_cost", model.Operator),
        };
    }

    private static PostgresCostModel WithMemory(JsonValue settings, PostgresCostModel model)
    {
        var workMemory = Bytes(settings.Member("work_mem")?.Text);
        var multiplier = settings.NumberOf("hash_mem_multiplier");
        if (workMemory is null && multiplier is null)
            return model;
        var work = workMemory is double bytes ? new Quantity(bytes, Provenance.Estimate) : model.WorkMemory;
        return model with
        {
            WorkMemory = work,
            HashMemory = new(work.Value * Math.Max(1, multiplier ?? DefaultHashMultiplier), work.Provenance),
        };
    }

    private static double Positive(JsonValue settings, string name, double otherwise) =>
        settings.NumberOf(name) is double value and > 0 ? value : otherwise;

    /// <summary>A memory setting such as <c>64MB</c>; a bare number counts kilobytes.</summary>
    private static double? Bytes(string? text)
    {
        if (string.IsNullOrWhiteSpace(text))
            return null;
        var trimmed = text.AsSpan().Trim();
        var digits = trimmed.IndexOfAnyExcept(Digits);
        var number = digits < 0 ? trimmed : trimmed[..digits];
        var unit = digits < 0 ? "kB" : trimmed[digits..].Trim().ToString();
        double? scale = unit switch
        {
            "B" => 1,
            "kB" => 1024,
            "MB" => 1 << 20,
            "GB" => 1 << 30,
            "TB" => 1L << 40,
            _ => null,
        };
        return
            scale is double factor
            && double.TryParse(number, NumberStyles.Float, CultureInfo.InvariantCulture, out var value)
            ? value * factor
            : null;
    }
}
