namespace RgPolicy.Cli.Lint;

/// <summary>The forms of a lint report.</summary>
internal enum LintFormat
{
    /// <summary>For people: each finding with the lines that it is about.</summary>
    Text,

    /// <summary>One line for each finding.</summary>
    Compact,

    /// <summary><c>rgp/lint/1</c>.</summary>
    Json,

    /// <summary>Workflow commands that GitHub shows in a pull request.</summary>
    Github,

    /// <summary>SARIF 2.1.0, for code scanning.</summary>
    Sarif,

    /// <summary>JUnit XML.</summary>
    Junit,

    /// <summary>GitLab's code-quality report: shown in a merge request.</summary>
    Gitlab,

    /// <summary>Logging commands that Azure DevOps shows in a pipeline's run.</summary>
    Azure,
}
