namespace RgPolicy.SimulationProof.Papers;

/// <summary>One figure of a paper beside the model's.</summary>
/// <param name="Paper">The paper.</param>
/// <param name="What">What was measured.</param>
/// <param name="Kind">Fitted to it, predicted from what was fitted to others, adjusted or assumed.</param>
/// <param name="Low">What the paper says, the least.</param>
/// <param name="High">And the most.</param>
/// <param name="Model">What the model says.</param>
/// <param name="Unit">Percent or nanoseconds.</param>
internal sealed record PaperFigure(
    string Paper,
    string What,
    FigureKind Kind,
    double Low,
    double High,
    double Model,
    string Unit = "%"
)
{
    /// <summary>How far the model is outside what the paper says.</summary>
    public double Error =>
        Model < Low ? Model - Low
        : Model > High ? Model - High
        : 0;

    /// <summary>A row of the table.</summary>
    public string Row =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"| {Paper} | {What} | {Kind.ToString().ToLowerInvariant()} | {Range} {Unit}"
                + $" | {Model:+0.0;-0.0;0.0} {Unit} | {Error:+0.0;-0.0;0.0} |"
        );

    /// <summary>The table's head.</summary>
    public static string Header => "| paper | figure | kind | paper | model | error |\n|---|---|---|---:|---:|---:|";

    private string Range =>
        Low == High
            ? string.Create(CultureInfo.InvariantCulture, $"{Low:+0.#;-0.#;0}")
            : string.Create(CultureInfo.InvariantCulture, $"{Low:+0.#;-0.#;0} .. {High:+0.#;-0.#;0}");
}
