namespace RgPolicy.SimulationProof.Traces;

/// <summary>How far the model is from the trace: a distribution of absolute errors of hit ratios.</summary>
internal sealed class ErrorTable
{
    private readonly List<double> _errors = [];
    private double _signed;

    public int Count => _errors.Count;

    public void Add(double model, double trace)
    {
        _errors.Add(Math.Abs(model - trace));
        _signed += model - trace;
    }

    public void Add(ErrorTable other)
    {
        _errors.AddRange(other._errors);
        _signed += other._signed;
    }

    public double Quantile(double part)
    {
        _errors.Sort();
        return _errors.Count == 0 ? 0 : _errors[Math.Min(_errors.Count - 1, (int)(part * _errors.Count))];
    }

    public string Line(string name) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"| {name} | {Count} | {_errors.DefaultIfEmpty().Average():0.0000}"
                + $" | {_signed / Math.Max(1, Count):+0.0000;-0.0000} | {Quantile(0.5):0.0000} | {Quantile(0.9):0.0000}"
                + $" | {Quantile(0.95):0.0000} | {Quantile(0.99):0.0000} | {Quantile(1):0.0000} |"
        );

    public static string Header =>
        "| lines | items | mean | bias | median | 90 % | 95 % | 99 % | most |\n"
        + "|---|---:|---:|---:|---:|---:|---:|---:|---:|";
}
