using NodaTime;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Conditions;

/// <summary>
/// A recurring span of local time. It includes its start and excludes its end; an end not after the start means over
/// midnight and belongs to the start's day.
/// </summary>
public sealed record Window(
    string Name,
    ImmutableArray<IsoDayOfWeek> Days,
    LocalTime Start,
    LocalTime End,
    DateTimeZone Zone,
    TextRange Range
);
