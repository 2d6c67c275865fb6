using System.Text.Json;
using RgPolicy.Simulation.Machines;

namespace RgPolicy.Simulation.Mixes;

/// <summary>Reads mix files, <c>rgp/mix/1</c>. Everything is bounded, and the first error is told with its
/// place.</summary>
internal static class MixReader
{
    /// <summary>Larger files are not read.</summary>
    public const int MostBytes = 4 * 1024 * 1024;

    private const int MostQueries = 1000;
    private const int MostClients = 2_000;
    private const double LongestSeconds = 86_400;

    private static readonly JsonDocumentOptions Lenient = new()
    {
        AllowTrailingCommas = true,
        CommentHandling = JsonCommentHandling.Skip,
        MaxDepth = 16,
    };

    /// <summary>Reads one.</summary>
    public static MixCheck Read(string json)
    {
        try
        {
            using var document = JsonDocument.Parse(json.TrimStart('\uFEFF'), Lenient);
            return new MixCheck(ReadMix(new MixObject(document.RootElement, "mix")), "");
        }
        catch (JsonException problem)
        {
            return new MixCheck(
                null,
                $"line {(problem.LineNumber ?? 0) + 1} is not JSON: a mix is one object with a list `queries`"
            );
        }
        catch (MixException problem)
        {
            return new MixCheck(null, problem.Message);
        }
        catch (InvalidOperationException)
        {
            return new MixCheck(null, "a text holds what is not Unicode");
        }
    }

    private static Mix ReadMix(MixObject mix)
    {
        var schema = mix.Text("schema", "rgp/mix/1");
        if (schema != "rgp/mix/1")
            throw mix.Wrong("schema", $"is `{schema}`: this version reads rgp/mix/1");
        var read = new Mix
        {
            Seconds = mix.Number("seconds", 60, 0.001, LongestSeconds),
            PollSeconds = mix.Number("poll_seconds", 0.1, 0.001, 3600),
            Uncertainty = mix.Number("uncertainty_percent", 10, 0, 100) / 100,
            SeesPhases = mix.Text("sees", "statement") switch
            {
                "statement" => false,
                "phases" => true,
                _ => throw mix.Wrong("sees", "takes statement or phases"),
            },
            Slots = mix.Has("slots") ? mix.Count("slots", 0, 1, MostClients) : null,
            Memory = ReadMemory(mix.Object("machine")),
            Queries = [.. mix.Objects("queries", MostQueries).Select(MixQueryReader.Read)],
        };
        mix.Finish();
        return Checked(read, mix);
    }

    private static Mix Checked(Mix mix, MixObject source)
    {
        if (mix.Queries.IsEmpty)
            throw source.Wrong("queries", "is empty: give one query at least");
        var names = mix
            .Queries.GroupBy(query => query.Name, StringComparer.Ordinal)
            .FirstOrDefault(same => same.Count() > 1);
        if (names is not null)
            throw source.Wrong("queries", $"names two queries `{names.Key}`: names are told apart in the answer");
        if (mix.Queries.Sum(query => query.Clients) > MostClients)
            throw source.Wrong("queries", $"has more than {MostClients} clients together");
        return mix;
    }

    private static MemoryModel ReadMemory(MixObject? machine)
    {
        var usual = new MemoryModel();
        if (machine is null)
            return usual;
        var read = new MemoryModel
        {
            BytesPerSecond = machine.Bytes("memory_bandwidth", usual.BytesPerSecond, 1e6, 1e14),
            MemorySeconds = machine.Number("memory_ns", usual.MemorySeconds * 1e9, 1, 1e5) / 1e9,
            LlcSeconds = machine.Number("llc_ns", usual.LlcSeconds * 1e9, 0.1, 1e4) / 1e9,
            ServiceSeconds = machine.Number("service_ns", usual.ServiceSeconds * 1e9, 0, 1e4) / 1e9,
            L2Bytes = machine.Has("l2") ? (long)machine.Bytes("l2", 0, 0, 1e9) : null,
            SmtGain = machine.Number("smt_gain", usual.SmtGain, 1, 2),
            HasPrefetchers = machine.Flag("prefetchers", true),
        };
        machine.Finish();
        return read;
    }
}

/// <summary>What became of a mix file: the mix, or what is wrong with it.</summary>
/// <param name="Mix">The mix; null exactly when there is an error.</param>
/// <param name="Error">Where and what is wrong, and what to write; else empty.</param>
internal sealed record MixCheck(Mix? Mix, string Error);
