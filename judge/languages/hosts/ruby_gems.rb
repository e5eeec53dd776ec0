# Loaded before a posted source by a Ruby that is started without RubyGems, which are most of the time
# that its start takes: they are loaded once somebody names them, or wants a library of theirs.
{ Gem: 'rubygems', Monitor: 'monitor', RbConfig: 'rbconfig' }.each do |name, library|
  Object.autoload(name, library)
end

module Kernel
  plain = instance_method(:require)
  define_method(:require) do |name|
    plain.bind_call(self, name)
  rescue LoadError
    raise unless Object.autoload?(:Gem)
    Gem # its own way of loading now stands in place of this one
    require(name)
  end
  private :require
end
