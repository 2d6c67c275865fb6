using System.Text.Json;

namespace RgPolicy.Simulation.Mixes;

/// <summary>An object of a mix file. Every member must be asked for: a name that is not known is an error.</summary>
internal sealed class MixObject
{
    private readonly Dictionary<string, JsonElement> _members = new(StringComparer.Ordinal);
    private readonly HashSet<string> _asked = new(StringComparer.Ordinal);

    public MixObject(JsonElement element, string where)
    {
        Where = where;
        if (element.ValueKind != JsonValueKind.Object)
            throw new MixException(where, "an object is wanted here, such as { \"name\": \"q1\" }");
        foreach (var member in element.EnumerateObject())
        {
            if (!_members.TryAdd(member.Name, member.Value))
                throw new MixException(where, $"`{member.Name}` is given twice: keep one");
        }
    }

    /// <summary>Where it stands in the file.</summary>
    public string Where { get; }

    public bool Has(string name) => Find(name) is not null;

    public JsonElement? Find(string name)
    {
        _asked.Add(name);
        return _members.TryGetValue(name, out var found) && found.ValueKind != JsonValueKind.Null ? found : null;
    }

    public MixObject? Object(string name) =>
        Find(name) is { } element ? new MixObject(element, $"{Where}.{name}") : null;

    public IReadOnlyList<MixObject> Objects(string name, int most)
    {
        if (Find(name) is not { } list)
            return [];
        if (list.ValueKind != JsonValueKind.Array || list.GetArrayLength() > most)
            throw Wrong(name, $"takes a list of at most {most} objects");
        return [.. list.EnumerateArray().Select((each, index) => new MixObject(each, $"{Where}.{name}[{index}]"))];
    }

    public string Text(string name, string otherwise) =>
        Find(name) is not { } element ? otherwise
        : element.ValueKind == JsonValueKind.String ? element.GetString() ?? ""
        : throw Wrong(name, "takes a text");

    public bool Flag(string name, bool otherwise) =>
        Find(name) is not { } element ? otherwise
        : element.ValueKind is JsonValueKind.True or JsonValueKind.False ? element.GetBoolean()
        : throw Wrong(name, "takes true or false");

    public int Count(string name, int otherwise, int least, int most)
    {
        var number = Number(name, otherwise, least, most);
        return number == Math.Floor(number) ? (int)number : throw Wrong(name, "takes a whole number");
    }

    public double Number(string name, double otherwise, double least, double most) =>
        Find(name) is not { } element
            ? otherwise
            : Within(
                name,
                Plain(element) ?? throw Wrong(name, Range("a number", least, most)),
                least,
                most,
                "a number"
            );

    /// <summary>Bytes: a number, or a text with a unit such as "40 MiB".</summary>
    public double Bytes(string name, double otherwise, double least, double most)
    {
        if (Find(name) is not { } element)
            return otherwise;
        var bytes =
            Plain(element) ?? MixSize.Parse(element.ValueKind == JsonValueKind.String ? element.GetString() : null);
        return Within(
            name,
            bytes ?? throw Wrong(name, "takes bytes, as a number or as \"40 MiB\""),
            least,
            most,
            "bytes"
        );
    }

    public T Word<T>(string name, T otherwise)
        where T : struct, Enum
    {
        if (Find(name) is null)
            return otherwise;
        var word = Text(name, "");
        var words = Enum.GetValues<T>();
        var found = Array.FindIndex(words, each => SnakeCase(each.ToString()) == word);
        return found >= 0
            ? words[found]
            : throw Wrong(name, $"takes one of {string.Join(", ", words.Select(each => SnakeCase(each.ToString())))}");
    }

    /// <summary>Refuses members that are not known.</summary>
    public void Finish()
    {
        var unknown = _members.Keys.FirstOrDefault(name => !_asked.Contains(name) && !name.StartsWith('_'));
        if (unknown is not null)
            throw new MixException(
                Where,
                $"there is no member `{unknown}`: write one of "
                    + string.Join(", ", _asked.Order(StringComparer.Ordinal))
            );
    }

    public MixException Wrong(string name, string wanted) => new($"{Where}.{name}", wanted);

    private double Within(string name, double number, double least, double most, string what) =>
        number >= least && number <= most ? number : throw Wrong(name, Range(what, least, most));

    private static string Range(string what, double least, double most) =>
        string.Create(CultureInfo.InvariantCulture, $"takes {what} from {least:0.###############} to {most:0.###}");

    private static double? Plain(JsonElement element) =>
        element.ValueKind == JsonValueKind.Number && element.TryGetDouble(out var number) && double.IsFinite(number)
            ? number
            : null;

    private static string SnakeCase(string name) =>
        string.Concat(
            name.Select(
                (each, index) =>
                    char.IsUpper(each) && index > 0
                        ? $"_{char.ToLowerInvariant(each)}"
                        : $"{char.ToLowerInvariant(each)}"
            )
        );
}

/// <summary>Ends the reading of a mix at its first error; never leaves <see cref="MixReader"/>.</summary>
internal sealed class MixException(string where, string problem) : Exception($"{where}: {problem}");

/// <summary>Sizes as the policy language writes them.</summary>
internal static class MixSize
{
    private static readonly Dictionary<string, double> Units = new(StringComparer.Ordinal)
    {
        ["B"] = 1,
        ["KB"] = 1e3,
        ["MB"] = 1e6,
        ["GB"] = 1e9,
        ["TB"] = 1e12,
        ["KiB"] = 1024,
        ["MiB"] = 1024 * 1024,
        ["GiB"] = 1024.0 * 1024 * 1024,
        ["TiB"] = 1024.0 * 1024 * 1024 * 1024,
    };

    /// <summary>Bytes of a text such as <c>40 MiB</c> or, for bandwidth, <c>64 GB/s</c>; null where it is
    /// none.</summary>
    public static double? Parse(string? text)
    {
        var trimmed = (text ?? "").Trim();
        trimmed = trimmed.EndsWith("/s", StringComparison.Ordinal) ? trimmed[..^2] : trimmed;
        var digits = trimmed.TakeWhile(each => char.IsAsciiDigit(each) || each == '.').Count();
        return
            Units.TryGetValue(trimmed[digits..].Trim(), out var unit)
            && double.TryParse(
                trimmed[..digits],
                NumberStyles.AllowDecimalPoint,
                CultureInfo.InvariantCulture,
                out var number
            )
            ? number * unit
            : null;
    }
}
