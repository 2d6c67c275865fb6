using System.Collections.Frozen;

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
        Error("RG0001", "file-too-large", "The file is too large."),
        Error("RG0002", "nested-too-deeply", "The text is nested too deeply."),
        Error("RG0003", "not-utf-8", "The file is not UTF-8."),
        Warning("RG0004", "too-many-findings", "There are more findings than one run reports."),
        Error("RG1001", "syntax-error", "The text does not fit the grammar here."),
        Error("RG1002", "unclosed-text", "A text in quotes is not closed on its line."),
        Error("RG1003", "unclosed-comment", "A comment is not closed."),
        Error("RG1004", "unknown-character", "A character that the language does not use."),
        Error("RG1005", "foreign-word", "A word or operator of another language."),
        Error("RG1006", "unclosed-brace", "A brace is not closed."),
        Error("RG1007", "setting-punctuation", "A setting takes no `=` and no comma after it."),
        Error("RG1008", "unknown-unit", "An unknown unit."),
        Error("RG2001", "unknown-name", "An unknown name."),
        Error("RG2002", "type-mismatch", "Types or units that do not fit."),
        Error("RG2003", "duplicate-name", "A name is given twice."),
        Error("RG2004", "circular-definition", "Names that stand for each other in a circle."),
        Error("RG2005", "misplaced-default", "The `default` class is missing, given twice or not last."),
        Error("RG2006", "invalid-constant", "A constant that cannot be computed."),
        Error("RG2007", "invalid-window", "A window's days, times or time zone cannot be read."),
        Error("RG2008", "unknown-language-version", "The language version is not one that this program reads."),
        Error(
            "RG2009",
            "misplaced-part",
            "A part that may stand once stands twice, or stands where it has no meaning."
        ),
        Error("RG2010", "signal-without-value", "A signal that has no value where it is asked for."),
        Warning("RG2011", "misleading-value", "A value that means something else than it seems to."),
        Error("RG3001", "impossible-condition", "The condition can never be true."),
        Error("RG3002", "shadowed-class", "A class that one class above it shadows."),
        Error("RG3003", "jointly-shadowed-class", "A class that several classes above it shadow together."),
        Info("RG3004", "redundant-class", "A class without which every query would get the same pool."),
        Warning("RG3005", "always-true-condition", "A condition that is always true."),
        Warning("RG3006", "redundant-part", "A part of a condition that changes nothing."),
        Info("RG3007", "default-region", "What falls to the default."),
        Warning("RG3008", "only-unknown-signals", "A class that matches only while signals are unknown."),
        Warning("RG3010", "unused-definition", "An unused pool, let or window."),
        Warning("RG3011", "replaced-step", "A step of a rule that a later step always replaces."),
        Warning("RG3012", "always-suspended-rule", "An `unless` that always suspends its rule."),
        Warning("RG3013", "unreachable-step", "A step of a rule that no query of its classes can meet."),
        Warning("RG3014", "flapping-state", "A state that flaps."),
        Warning("RG3015", "always-active-state", "A state that is always active."),
        Warning("RG3016", "constant-question", "A question that always has the same answer."),
        Warning("RG3017", "duplicate-goal", "A name or a goal that is given twice, or a class that yields to itself."),
        Warning("RG3018", "file-wildcard", "A pattern with the wildcards of file names."),
        Info("RG3019", "underscore-wildcard", "A `_` in the pattern of an account's name is a wildcard."),
        Info("RG3090", "not-decided", "A question that was not decided within the work budget."),
        Error("RG4001", "out-of-range", "A sum above 100 %, or a value outside its range on the target."),
        Error("RG4002", "impossible-cache-share", "A cache share that the hardware cannot give."),
        Warning("RG4003", "too-many-cache-shares", "More cache shares than classes of service."),
        Warning("RG5001", "unenforced-setting", "A setting that the target cannot enforce as written."),
        Error("RG6001", "failed-test", "A policy test failed."),
        Error("RG6002", "unusable-test-policy", "The policy of a test file cannot be used."),
        Info("RG7001", "missing-version", "The language version is not stated."),
        Warning("RG7002", "allow-without-reason", "A comment that allows findings gives no reason."),
        Warning("RG7003", "unused-allow", "A comment allows a finding that is not there."),
        Warning("RG7004", "turned-writing", "An invisible character turns the direction of writing."),
        Warning("RG7005", "confusable-name", "A name looks like another one."),
        Warning("RG8001", "house-rule", "A rule of the organisation that is not met."),
    ];

    private static readonly FrozenDictionary<string, DiagnosticDescription> ByWord = All.SelectMany(each =>
            new[] { KeyValuePair.Create(each.Code, each), KeyValuePair.Create(each.Name, each) }
        )
        .ToFrozenDictionary(StringComparer.Ordinal);

    /// <summary>The entry of a code or of a name, or null.</summary>
    public static DiagnosticDescription? Find(string word) => ByWord.GetValueOrDefault(word);

    private static DiagnosticDescription Error(string code, string name, string title) =>
        new(code, name, DiagnosticSeverity.Error, title);

    private static DiagnosticDescription Info(string code, string name, string title) =>
        new(code, name, DiagnosticSeverity.Info, title);

    private static DiagnosticDescription Warning(string code, string name, string title) =>
        new(code, name, DiagnosticSeverity.Warning, title);
}

/// <summary>One entry of the catalogue.</summary>
/// <param name="Code">Stable, <c>RG####</c>.</param>
/// <param name="Name">Stable, such as <c>shadowed-class</c>; two words or more.</param>
/// <param name="Severity">The usual severity; a diagnostic may carry a higher one where the reference says so.</param>
/// <param name="Title">What the code means, in one sentence.</param>
public sealed record DiagnosticDescription(string Code, string Name, DiagnosticSeverity Severity, string Title);
