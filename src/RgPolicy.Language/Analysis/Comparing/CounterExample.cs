using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>The answer to whether some query for which a condition is true gets a pool.</summary>
/// <param name="Class">The class that takes such a query; null when there is none.</param>
/// <param name="Sample">Such a query; null when there is none.</param>
/// <param name="IsDecided">False when the work budget was spent first.</param>
public sealed record CounterExample(QueryClass? Class, Sample? Sample, bool IsDecided);
