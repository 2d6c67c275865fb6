using System.Collections.Frozen;
using System.Collections.Immutable;

namespace RgPolicy.Language.Diagnostics;

/// <summary>
/// Every code that the language reports. RG0 files and limits, RG1 syntax, RG2 names, types and units, RG3 logic,
/// RG4 capacity, RG5 target, RG6 policy tests, RG7 style, RG8 an organisation's own rules.
/// </summary>
public static class DiagnosticCatalog
{
    /// <summary>All codes, in their order.</summary>
    public static ImmutableArray<DiagnosticDescription> All { get; } =
    [
        Error("RG0001", "The file is too large."),
        Error("RG0002", "The text is nested too deeply."),
        Error("RG0003", "The file is not UTF-8."),
        Warning("RG0004", "There are more findings than one run reports."),
        Error("RG1001", "The text does not fit the grammar here."),
        Error("RG1002", "A text in quotes is not closed on its line."),
        Error("RG1003", "A comment is not closed."),
        Error("RG1004", "A character that the language does not use."),
        Error("RG1005", "A word or operator of another language."),
        Error("RG1006", "A brace is not closed."),
        Error("RG1007", "A setting takes no `=` and no comma after it."),
        Error("RG1008", "An unknown unit."),
        Error("RG2001", "An unknown name."),
        Error("RG2002", "Types or units that do not fit, or a setting given twice."),
        Error("RG2003", "A name is given twice."),
        Error("RG2004", "Names that stand for each other in a circle."),
        Error("RG2005", "The `default` class is missing, given twice or not last."),
        Error("RG2006", "A constant that cannot be computed."),
        Error("RG2007", "A window's days, times or time zone cannot be read."),
        Error("RG2008", "The language version is not one that this program reads."),
        Error("RG2009", "A part that may stand once stands twice, or stands where it has no meaning."),
        Error("RG2010", "A signal that has no value where it is asked for."),
        Warning("RG2011", "A value that means something else than it seems to."),
        Error("RG3001", "The condition can never be true."),
        Error("RG3002", "A class that one class above it shadows."),
        Error("RG3003", "A class that several classes above it shadow together."),
        Info("RG3004", "A class without which every query would get the same pool."),
        Warning("RG3005", "A condition that is always true."),
        Warning("RG3006", "A part of a condition that changes nothing."),
        Info("RG3007", "What falls to the default."),
        Warning("RG3008", "A class that matches only while signals are unknown."),
        Warning("RG3010", "An unused pool, let or window."),
        Warning("RG3011", "A step of a rule that a later step always replaces."),
        Warning("RG3012", "An `unless` that always suspends its rule."),
        Warning("RG3013", "A step of a rule that no query of its classes can meet."),
        Warning("RG3014", "A state that flaps."),
        Warning("RG3015", "A state that is always active."),
        Warning("RG3016", "A question that always has the same answer."),
        Warning("RG3017", "A name or a goal that is given twice, or a class that yields to itself."),
        Warning("RG3018", "A pattern with the wildcards of file names."),
        Info("RG3019", "A `_` in the pattern of an account's name is a wildcard."),
        Info("RG3090", "A question that was not decided within the work budget."),
        Error("RG4001", "A sum above 100 %, or a value outside its range on the target."),
        Error("RG4002", "A cache share that the hardware cannot give."),
        Warning("RG4003", "More cache shares than classes of service."),
        Warning("RG5001", "A setting that the target cannot enforce as written."),
        Error("RG6001", "A policy test failed."),
        Error("RG6002", "The policy of a test file cannot be used."),
        Info("RG7001", "The language version is not stated."),
        Warning("RG7002", "A comment that allows findings gives no reason."),
        Warning("RG7003", "A comment allows a finding that is not there."),
        Warning("RG7004", "An invisible character turns the direction of writing."),
        Warning("RG7005", "A name looks like another one."),
        Warning("RG8001", "A rule of the organisation that is not met."),
    ];

    private static readonly FrozenDictionary<string, DiagnosticDescription> ByCode = All.ToFrozenDictionary(
        description => description.Code,
        StringComparer.Ordinal
    );

    /// <summary>The entry of a code, or null.</summary>
    public static DiagnosticDescription? Find(string code) => ByCode.GetValueOrDefault(code);

    private static DiagnosticDescription Error(string code, string title) => new(code, DiagnosticSeverity.Error, title);

    private static DiagnosticDescription Info(string code, string title) => new(code, DiagnosticSeverity.Info, title);

    private static DiagnosticDescription Warning(string code, string title) =>
        new(code, DiagnosticSeverity.Warning, title);
}

/// <summary>One entry of the catalogue.</summary>
/// <param name="Code">Stable, <c>RG####</c>.</param>
/// <param name="Severity">The usual severity; a diagnostic may carry a higher one where the reference says so.</param>
/// <param name="Title">What the code means, in one sentence.</param>
public sealed record DiagnosticDescription(string Code, DiagnosticSeverity Severity, string Title);
